"""`PIL.ImageSequence`: the frames of a file in turn."""


class Iterator:
    """Goes through the frames: for frame in Iterator(im)."""

    def __init__(self, im):
        if not hasattr(im, "seek"):
            raise AttributeError("im must have seek method")
        self.im, self.position = im, 0

    def __getitem__(self, ix):
        try:
            self.im.seek(ix)
        except EOFError as error:
            raise IndexError("end of sequence") from error
        return self.im

    def __iter__(self):
        return self

    def __next__(self):
        try:
            self.im.seek(self.position)
        except EOFError as error:
            raise StopIteration from error
        self.position += 1
        return self.im


def all_frames(im, func=None):
    """Copies of all frames of a picture, or of several, each through func."""
    found = []
    for picture in im if isinstance(im, (list, tuple)) else [im]:
        current = picture.tell()
        found += [frame.copy() for frame in Iterator(picture)]
        picture.seek(current)
    return [func(frame) for frame in found] if func else found
