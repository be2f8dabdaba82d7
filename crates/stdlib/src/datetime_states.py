# Dates and times as the bytes that pickles hold: part of datetime.


def _micro(value):
    return value.to_bytes(3, "big")


def pack_date(moment):
    return bytes([*divmod(moment.year, 256), moment.month, moment.day])


def unpack_date(data):
    if len(data) != 4 or not 1 <= data[2] <= 12:
        raise TypeError("an integer is required (got type bytes)")
    return data[0] * 256 + data[1], data[2], data[3]


def pack_time(moment, with_fold):
    hour = moment.hour + (128 if moment.fold and with_fold else 0)
    return bytes([hour, moment.minute, moment.second]) + _micro(moment.microsecond)


def unpack_time(data):
    """The fields, and the fold."""
    if len(data) != 6 or data[0] & 127 >= 24:
        raise TypeError("an integer is required (got type bytes)")
    return (data[0] & 127, data[1], data[2], int.from_bytes(data[3:6], "big")), data[0] >> 7


def pack_datetime(moment, with_fold):
    month = moment.month + (128 if moment.fold and with_fold else 0)
    head = bytes([*divmod(moment.year, 256), month, moment.day, moment.hour, moment.minute, moment.second])
    return head + _micro(moment.microsecond)


def unpack_datetime(data):
    """The fields, and the fold."""
    if len(data) != 10 or not 1 <= data[2] & 127 <= 12:
        raise TypeError("an integer is required (got type bytes)")
    year, month = data[0] * 256 + data[1], data[2] & 127
    return (year, month, data[3], data[4], data[5], data[6], int.from_bytes(data[7:10], "big")), data[2] >> 7
