"""Pictures of tensors: histograms, images, heat maps, confusion matrices.

Each returns a figure, shown as a cell's last value or by display().
"""


def _numbers(tensor, name):
    """A tensor's values on the host, without gradients."""
    import torch

    if not isinstance(tensor, torch.Tensor):
        tensor = torch.as_tensor(tensor)
    if tensor.numel() == 0:
        raise ValueError(f"{name}(): the tensor has no elements: shape {tuple(tensor.shape)}")
    tensor = tensor.detach().cpu()
    return tensor if tensor.is_floating_point() or not tensor.dtype == torch.bool else tensor.to(torch.uint8)


def _figure(width, height):
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def _facts(tensor):
    """Shape, range and mean, and how many values are not finite."""
    import torch

    wide = tensor.double()
    finite = wide[torch.isfinite(wide)]
    lost = wide.numel() - finite.numel()
    text = f"shape {list(tensor.shape)}"
    if finite.numel():
        text += f", mean {finite.mean().item():.4g}, deviation {finite.std(unbiased=False).item():.4g}"
        text += f", from {finite.min().item():.4g} to {finite.max().item():.4g}"
    return text + (f", {lost} not finite and left out" if lost else "")


def histogram(tensor, bins=50, title=None, log=False):
    """How a tensor's values are distributed.

    bins: how many intervals, or their edges; log: counts by powers of ten. NaN and infinities are left out, and counted in the text below.
    """
    values = _numbers(tensor, "histogram")
    fig = _figure(6.8, 3.2)
    ax = fig.add_subplot()
    ax.hist(values.double().reshape(-1), bins=bins, log=log)
    ax.set_title(title or "Distribution of values", loc="left")
    ax.set_xlabel(_facts(values))
    ax.set_ylabel("count")
    ax.spines[["top", "right"]].set_visible(False)
    ax.grid(True, axis="y")
    return fig


def _as_image(tensor, name):
    """Rows, columns and, for colours, three channels last; pictures of channels first are turned."""
    if tensor.dim() == 4 and tensor.shape[0] == 1:
        tensor = tensor[0]
    if tensor.dim() == 3:
        if tensor.shape[0] in (1, 3, 4) and tensor.shape[2] not in (3, 4):
            tensor = tensor.permute(1, 2, 0)
        elif tensor.shape[0] in (3, 4):
            # Both ends could be channels: PyTorch's come first.
            tensor = tensor.permute(1, 2, 0)
        if tensor.shape[2] == 1:
            tensor = tensor[:, :, 0]
    if tensor.dim() == 2 or tensor.dim() == 3 and tensor.shape[2] in (3, 4):
        return tensor.contiguous()
    raise ValueError(
        f"{name}(): an image is (height, width), (channels, height, width) or (height, width, channels) "
        f"with 1, 3 or 4 channels, not {tuple(tensor.shape)}"
    )


def _scaled(image):
    """Colours in 0..1: values outside are normalised, as a tensor after transforms.Normalize needs."""

    if not image.is_floating_point():
        return image
    low, high = image.min().item(), image.max().item()
    return image if low >= 0 and high <= 1 else (image - low) / max(high - low, 1e-12)


def image(tensor, title=None, cmap="gray", colorbar=False, vmin=None, vmax=None):
    """A 2-D or 3-D tensor as a picture: (height, width), (channels, height, width) or (height, width, channels).

    Two dimensions take the colour map; three are colours, normalised if they exceed 0..1.
    """
    tensor = _numbers(tensor, "image")
    shape, picture = list(tensor.shape), _as_image(tensor, "image")
    fig = _figure(4.8, 4.2)
    ax = fig.add_subplot()
    if picture.dim() == 3:
        ax.imshow(_scaled(picture))
    else:
        shown = ax.imshow(picture, cmap=cmap, vmin=vmin, vmax=vmax)
        if colorbar:
            fig.colorbar(shown, ax=ax)
    ax.set_title(title if title is not None else f"shape {shape}", fontsize=11)
    ax.axis("off")
    return fig


def images(tensors, titles=None, columns=8, cmap="gray", limit=64, title=None):
    """Many pictures on a grid: a tensor (n, channels, height, width) or (n, height, width), or a list of pictures.

    titles: a text for each; limit: no more than so many are drawn (the text above says how many there are).
    """
    count = len(tensors)
    if count == 0:
        raise ValueError("images(): there are none")
    shown = min(count, limit)
    columns = max(1, min(columns, shown))
    rows = (shown + columns - 1) // columns
    fig = _figure(
        min(8.0, 1.1 * columns + 0.2),
        rows * min(8.0 / columns, 1.1) * (1.25 if titles is not None else 1.05) + (0.4 if title or shown < count else 0.1),
    )
    for i in range(shown):
        ax = fig.add_subplot(rows, columns, i + 1)
        picture = _as_image(_numbers(tensors[i], "images"), "images")
        ax.imshow(_scaled(picture) if picture.dim() == 3 else picture, cmap=cmap)
        if titles is not None:
            ax.set_title(str(titles[i].item() if hasattr(titles[i], "item") else titles[i]), fontsize=9)
        ax.axis("off")
    if title or shown < count:
        fig.suptitle(" ".join(part for part in (title, f"({shown} of {count})" if shown < count else None) if part))
    return fig


def heatmap(
    tensor, rows=None, columns=None, title=None, cmap="viridis", annotate=None, fmt=".2f", vmin=None, vmax=None, label=""
):
    """A matrix as colours, with a colour bar; rows and columns name its lines.

    annotate writes the numbers into the boxes (None: where there are at most 144); fmt is how.
    """
    values = _numbers(tensor, "heatmap")
    if values.dim() != 2:
        raise ValueError(f"heatmap(): a matrix is wanted, not a tensor of shape {tuple(values.shape)}")
    return _boxes(
        values,
        rows,
        columns,
        title,
        cmap,
        annotate,
        lambda v: format(int(v) if "d" in fmt else v, fmt),
        vmin,
        vmax,
        label,
        "",
        "",
    )


def _boxes(values, rows, columns, title, cmap, annotate, text, vmin, vmax, label, xlabel, ylabel):
    from matplotlib.colors import _colormap

    high, wide = values.shape
    annotate = high * wide <= 144 if annotate is None else annotate
    box = 0.62 if annotate else max(0.05, min(0.62, 6.0 / max(high, wide)))
    fig = _figure(min(9.0, max(3.6, box * wide + 1.6)), min(8.0, max(2.6, box * high + 0.9)))
    ax = fig.add_subplot()
    shown = ax.imshow(
        values, cmap=cmap, vmin=vmin, vmax=vmax, aspect="auto" if max(high, wide) > 4 * min(high, wide) else "equal"
    )
    for names, count, setter in ((columns, wide, ax.set_xticks), (rows, high, ax.set_yticks)):
        if names is not None:
            if len(names) != count:
                raise ValueError(f"{len(names)} names for {count} lines of the matrix")
            setter(range(count), [str(name) for name in names])
        elif count <= 20:
            setter(range(count))
    if annotate:
        low, top = shown.get_clim()
        colours = _colormap(cmap)
        for i, row in enumerate(values.tolist()):
            for j, value in enumerate(row):
                share = 0.5 if top == low or value != value else (value - low) / (top - low)
                r, g, b, _ = colours(float(min(1.0, max(0.0, share))))
                light = 0.2126 * r**2.2 + 0.7152 * g**2.2 + 0.0722 * b**2.2
                ax.text(j, i, text(value), ha="center", va="center", fontsize=9, color="black" if light > 0.18 else "white")
    ax.set_title(title or "")
    ax.set_xlabel(xlabel)
    ax.set_ylabel(ylabel)
    fig.colorbar(shown, ax=ax, label=label)
    return fig


def confusion(target, predicted=None, labels=None, normalize=False, title="Confusion matrix", cmap="Blues"):
    """How often each class was taken for each other one: rows are the true classes, columns the predicted ones.

    confusion(target, predicted): class numbers (predicted may be scores, of which the largest counts); or confusion(matrix): counts.
    normalize shows shares of each true class.
    """
    import torch

    target = _numbers(target, "confusion")
    if predicted is None:
        if target.dim() != 2 or target.shape[0] != target.shape[1]:
            raise ValueError(
                f"confusion(): a square matrix of counts is wanted, not {tuple(target.shape)}; or give target and predicted"
            )
        matrix = target.double()
    else:
        predicted = _numbers(predicted, "confusion")
        if predicted.dim() == target.dim() + 1:
            predicted = predicted.argmax(dim=-1)
        if predicted.shape != target.shape:
            raise ValueError(f"confusion(): {tuple(target.shape)} targets and {tuple(predicted.shape)} predictions do not fit")
        for name, numbers in (("targets", target), ("predictions", predicted)):
            lowest, highest = (numbers.min().item(), numbers.max().item()) if numbers.numel() else (0, 0)
            if lowest < 0 or lowest != int(lowest) or highest != int(highest) or labels is not None and highest >= len(labels):
                below = f", and below {len(labels)} for so many labels" if labels is not None else ""
                raise ValueError(
                    f"confusion(): class numbers are whole and 0 or more{below}; the {name} lie in {lowest:g}..{highest:g}"
                )
        classes = len(labels) if labels is not None else int(max(target.max().item(), predicted.max().item())) + 1
        pairs = target.reshape(-1).long() * classes + predicted.reshape(-1).long()
        matrix = torch.bincount(pairs, minlength=classes * classes).reshape(classes, classes).double()
    right = matrix.diagonal().sum().item() / max(1.0, matrix.sum().item())
    if normalize:
        matrix = matrix / matrix.sum(dim=1, keepdim=True).clamp(min=1)
    text = (lambda v: f"{v:.2f}") if normalize else (lambda v: f"{v:g}")
    names = labels if labels is not None else [str(i) for i in range(matrix.shape[0])]
    return _boxes(
        matrix,
        names,
        names,
        f"{title}: {100 * right:.1f} % right",
        cmap,
        None,
        text,
        0,
        None,
        "share" if normalize else "count",
        "predicted",
        "true",
    )
