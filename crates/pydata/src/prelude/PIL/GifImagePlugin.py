"""`PIL.GifImagePlugin`: the frames of GIF files, read and written as Pillow does."""

import torch

from PIL import Image, ImagePalette, _imaging, _modes


class GifImageFile(Image.Image):
    """A picture of frames: seek and tell, n_frames, info['duration'], info['loop']."""

    format, format_description = "GIF", "Compuserve GIF"

    def __init__(self, film):
        (self._wide, self._high), self._palette, background, turns, self._frames = film
        first = self._frames[0]
        super().__init__(first[1], "P")
        self._whole = {"version": b"GIF89a"}
        if self._palette is not None:
            self._whole["background"] = background or 0
        if turns is not None:
            self._whole["loop"] = turns
        self._rewind()

    @property
    def n_frames(self):
        """How many frames there are."""
        return len(self._frames)

    @property
    def is_animated(self):
        """Whether there are several frames."""
        return len(self._frames) > 1

    def tell(self):
        """The frame's number, from 0."""
        return self._at

    def seek(self, frame):
        """Goes to a frame."""
        if frame == self._at:
            return
        if not 0 <= frame < len(self._frames):
            raise EOFError("attempt to seek outside sequence" if frame < 0 else "no more images in GIF file")
        if frame < self._at:
            self._rewind()
        while self._at < frame:
            self._advance()

    def _frame_colors(self, frame):
        palette = frame[2] if frame[2] is not None else self._palette
        grey = palette is None or all(i // 3 == part for i, part in enumerate(palette))
        return None if grey else palette

    def _rewind(self):
        place, pixels, _, transparent, duration, disposal = frame = self._frames[0]
        palette = self._frame_colors(frame)
        wide, high = max(self._wide, place[0] + pixels.shape[1]), max(self._high, place[1] + pixels.shape[0])
        self._samples = torch.full((high, wide, 1), 0 if transparent is None else transparent, dtype=torch.uint8)
        self._lay(pixels, place)
        self.mode, self.palette = ("P", ImagePalette.ImagePalette("RGB", palette)) if palette is not None else ("L", None)
        self.info, self._at = dict(self._whole), 0
        if transparent is not None:
            self.info["transparency"] = transparent
        # A first frame without a control block has no duration; the reader does not tell it from a block of zeros.
        if duration or transparent is not None or (disposal or 0) > 1:
            self.info["duration"] = duration
        self._disposal = disposal or 0
        self._prepare_disposal(frame, None)

    def _lay(self, samples, place):
        left, top = place
        self._samples[top : top + samples.shape[0], left : left + samples.shape[1]] = samples

    def _prepare_disposal(self, frame, before):
        """Keeps what will stand where the frame is when the next one comes."""
        place, pixels, _, transparent = frame[:4]
        self._left = None
        if self._disposal < 2:
            return
        rows, columns = pixels.shape[:2]
        if self._disposal == 3:
            if before is not None:
                self._left = (before[place[1] : place[1] + rows, place[0] : place[0] + columns].clone(), place)
            return
        number = self.info.get("transparency", transparent)
        clear = number is not None
        number = number if clear else self.info.get("background", 0)
        if self.mode in ("P", "L"):
            color = [number]
        else:
            palette = self._frame_colors(frame)
            number = 0 if palette is not None and 3 * number + 3 > len(palette) else number
            color = [*(palette[3 * number : 3 * number + 3] if palette is not None else [number] * 3), *([0] if clear else [])]
        self._left = (torch.tensor(color, dtype=torch.uint8).expand(rows, columns, len(color)).clone(), place)

    def _advance(self):
        self._at += 1
        place, pixels, _, transparent, duration, disposal = frame = self._frames[self._at]
        if self._left is not None:
            samples, where = self._left
            self._samples = self._samples.clone()
            self._lay(_fitting(samples, self._samples.shape[2]), where)
        if self.mode == "P":
            self._to_color()
        self.info["duration"] = duration
        self._disposal = disposal or self._disposal
        before = self._samples
        self._samples = before.clone()
        palette = self._frame_colors(frame)
        self._prepare_disposal(frame, before)
        shown = _with_palette(pixels, palette)
        window = self._samples[place[1] : place[1] + pixels.shape[0], place[0] : place[0] + pixels.shape[1]]
        if self.mode == "L":
            shown = pixels
        shown = _fitting(shown, window.shape[2])
        if transparent is not None:
            shown = torch.where(pixels == transparent, window, shown)
        self._lay(shown, place)

    def _to_color(self):
        alpha = self.info.pop("transparency", None)
        samples = _with_palette(self._samples, bytes(self.palette.palette))
        if alpha is not None:
            samples = torch.cat([samples, torch.where(self._samples == alpha, 0, 255).to(torch.uint8)], 2)
        self._samples, self.mode, self.palette = samples, ("RGB" if alpha is None else "RGBA"), None


def _with_palette(places, palette):
    return places.repeat(1, 1, 3) if palette is None else _modes.looked_up(places, palette, 3)


def _fitting(samples, count):
    """With an alpha of 255, or without one, or of grey, as the other samples have it."""
    if samples.shape[2] == count:
        return samples
    if samples.shape[2] == 4:
        return samples[:, :, :count]
    if samples.shape[2] == 1:
        samples = samples.repeat(1, 1, 3)
    return torch.cat([samples, torch.full_like(samples[:, :, :1], 255)], 2) if count == 4 else samples


def _normal(image):
    """A picture in a mode that a GIF has."""
    if image.mode in ("1", "L", "P"):
        return image
    if image.mode in ("LA", "RGBA", "RGB", "CMYK", "YCbCr", "HSV"):
        image = image.convert("RGBA" if image.mode == "LA" else image.mode if image.mode in ("RGB", "RGBA") else "RGB")
        few = image.convert("P", palette=Image.Palette.ADAPTIVE)
        clear = [place for color, place in few.palette.colors.items() if len(color) == 4 and color[3] == 0]
        if clear:
            few.info["transparency"] = clear[0]
        return few
    return image.convert("L")


def _used_colors(image, options):
    """The places of the colours to keep in a smaller palette, where Pillow makes one; else None."""
    if image.mode not in ("L", "P") or not options.get("optimize", not options.get("save_all")):
        return None
    used = [place for place, count in enumerate(image.histogram()) if count]
    if image.mode == "L" or image.width * image.height < 512 * 512 and max(used) >= len(used):
        return used
    size = 1 << (len(image.palette._rgb()) // 3 - 1).bit_length()
    return used if size > 2 and image.width * image.height < 512 * 512 and len(used) <= size // 2 else None


def _fewest(image, options):
    """The picture with the colours that it uses, as Pillow writes it."""
    used = _used_colors(image, options)
    clear = image.info.get("transparency")
    if used is None or isinstance(clear, int) and clear not in used:
        return image
    made = image.remap_palette(used)
    if isinstance(clear, int):
        made.info["transparency"] = used.index(clear)
    return made


def _frames(image, options):
    """All frames that are to be written: of the picture itself, and of those appended."""
    from PIL import ImageSequence

    for each in [image, *options.get("append_images", ())]:
        for frame in ImageSequence.Iterator(each):
            yield frame


def _option(options, info, name, index, usual=None):
    value = options.get(name, info.get(name, usual))
    return value[index] if isinstance(value, (list, tuple)) else value


def save(image, fp, options):
    """Writes a picture, or with save_all=True all its frames and those of append_images."""
    frames, shown = [], []
    for i, each in enumerate(_frames(image, options) if options.get("save_all") else [image]):
        few = _normal(each.copy())
        few.info = {**each.info, **few.info}
        few = _fewest(few, options)
        duration = int(_option(options, each.info, "duration", i, 0) or 0)
        look = each.convert("RGBA")
        if shown and torch.equal(shown[-1]._samples, look._samples) and options.get("save_all"):
            # The same picture again stays longer.
            frames[-1][4] += duration
            continue
        shown.append(look)
        clear = options.get("transparency", few.info.get("transparency"))
        clear = clear if isinstance(clear, int) else None
        disposal = int(_option(options, each.info if "disposal" in each.info else {}, "disposal", i, 0) or 0)
        palette = bytes(few.palette._rgb()) if few.mode == "P" else bytes(part for grey in range(256) for part in (grey,) * 3)
        frames.append([(0, 0), few._samples.contiguous(), palette, clear, duration, disposal])
    if len(frames) > 1 and any(frame[3] is not None for frame in frames):
        # Where frames are clear, what was before is taken away.
        for frame in frames:
            frame[5] = frame[5] or 2
    turns = options.get("loop", image.info.get("loop"))
    _imaging.save_gif(fp, image.size, turns, [tuple(frame) for frame in frames])
