"""`torch.distributed.device_mesh`: ranks in rows, columns and further dimensions, with a group for each line of them."""

import torch
from torch import distributed as dist


class DeviceMesh:
    """Ranks in a grid, one for each device. Every rank of the world makes it, with the same grid."""

    def __init__(self, device_type, mesh, *, mesh_dim_names=None, _init_backend=True):
        mesh = mesh if isinstance(mesh, torch.Tensor) else torch.tensor(mesh)
        self.device_type = device_type
        self.mesh = mesh.to(torch.int64)
        self.mesh_dim_names = None if mesh_dim_names is None else tuple(mesh_dim_names)
        if self.mesh_dim_names is not None and len(self.mesh_dim_names) != mesh.dim():
            raise RuntimeError(
                "mesh_shape and mesh_dim_names should have same length! Found len(mesh_dim_names): "
                f"{len(self.mesh_dim_names)} and len(mesh_shape):{mesh.dim()}"
            )
        places = (self.mesh == dist.get_rank()).nonzero().tolist()
        self._coordinate = places[0] if places else None
        self._groups = [self._line_of(dim) for dim in range(mesh.dim())] if _init_backend else []

    def _line_of(self, dim):
        """Returns this rank's group along a dimension. All ranks create all groups."""
        if self.mesh.dim() == 1 and self.mesh.tolist() == list(range(dist.get_world_size())):
            return dist.group.WORLD
        lines = self.mesh.movedim(dim, -1).reshape(-1, self.mesh.shape[dim]).tolist()
        mine, _ = dist.new_subgroups_by_enumeration(lines)
        return mine

    def _dim(self, dim):
        if isinstance(dim, str):
            if self.mesh_dim_names is None or dim not in self.mesh_dim_names:
                raise KeyError(f"Mesh dimension '{dim}' does not exist. Available mesh dimensions are: {self.mesh_dim_names}")
            return self.mesh_dim_names.index(dim)
        return dim

    @property
    def ndim(self):
        return self.mesh.dim()

    @property
    def shape(self):
        return tuple(self.mesh.shape)

    def size(self, mesh_dim=None):
        """Returns the number of ranks, in total or along a dimension."""
        return self.mesh.numel() if mesh_dim is None else self.mesh.shape[self._dim(mesh_dim)]

    def get_group(self, mesh_dim=None):
        """The group along a dimension; with one dimension it need not be named."""
        if mesh_dim is None:
            if self.ndim > 1:
                raise RuntimeError(
                    f"Found the DeviceMesh have {self.ndim} dimensions. Optional kwarg `mesh_dim` needs to be specified when "
                    "device_mesh.ndim > 1."
                )
            mesh_dim = 0
        return self._groups[self._dim(mesh_dim)]

    def get_all_groups(self):
        return list(self._groups)

    def get_rank(self):
        return dist.get_rank()

    def get_coordinate(self):
        """Returns this rank's coordinates in the mesh, or None if it is not in it."""
        return None if self._coordinate is None else tuple(self._coordinate)

    def get_local_rank(self, mesh_dim=None):
        """Returns this rank's coordinate along a dimension."""
        if mesh_dim is None and self.ndim > 1:
            raise RuntimeError(
                f"Found the DeviceMesh have {self.ndim} dimensions. Optional kwarg `mesh_dim` needs to be specified when "
                "device_mesh.ndim > 1."
            )
        return self._coordinate[self._dim(mesh_dim or 0)]

    def __getitem__(self, name):
        """The mesh along one named dimension, through this rank."""
        dim = self._dim(name)
        place = list(self._coordinate)
        place[dim] = slice(None)
        part = DeviceMesh(self.device_type, self.mesh[tuple(place)], mesh_dim_names=(name,), _init_backend=False)
        part._groups = [self._groups[dim]]
        return part

    def __repr__(self):
        names = "" if self.mesh_dim_names is None else f", mesh_dim_names={self.mesh_dim_names}"
        return f"DeviceMesh('{self.device_type}', {self.mesh.tolist()}{names})"


def init_device_mesh(device_type, mesh_shape, *, mesh_dim_names=None):
    """All ranks in a grid of this shape, row by row."""
    if not dist.is_initialized():
        dist.init_process_group()
    count = 1
    for size in mesh_shape:
        count *= size
    if count != dist.get_world_size():
        raise RuntimeError(
            f"Mesh should not be bigger than default world size {dist.get_world_size()}, but found {count} ranks!"
        )
    return DeviceMesh(device_type, torch.arange(count).view(*mesh_shape), mesh_dim_names=mesh_dim_names)
