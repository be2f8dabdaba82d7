"""The order of try, except, else and finally; returns and loops within; retries; re-raising."""
def order():
    log = []
    try:
        log.append("try")
        try:
            raise KeyError("inner")
        finally:
            log.append("inner finally")
    except KeyError:
        log.append("except")
        try:
            return log
        finally:
            log.append("return finally")
    else:
        log.append("else")
    finally:
        log.append("finally")


print(order())


def overriding():
    for i in range(3):
        try:
            return i
        finally:
            if i < 2:
                continue
            return "last"


def swallow():
    try:
        raise ValueError
    finally:
        return "swallowed"


def loops():
    out = []
    for i in range(5):
        try:
            if i == 1:
                continue
            if i == 3:
                break
            out.append(i)
        finally:
            out.append(f"f{i}")
    else:
        out.append("else")
    return out


print(overriding(), swallow(), loops())
try:
    try:
        raise KeyError("first")
    finally:
        raise IndexError("second")
except IndexError as error:
    print(repr(error), repr(error.__context__))


def retry(times):
    for attempt in range(1, times + 1):
        try:
            if attempt < 3:
                raise ConnectionError(f"attempt {attempt}")
            return f"ok after {attempt}"
        except ConnectionError as error:
            last = error
    raise TimeoutError("gave up") from last


print(retry(5))
try:
    retry(2)
except TimeoutError as error:
    print(error, "<-", error.__cause__)
try:
    try:
        raise ValueError("kept")
    except ValueError as error:
        kept = error
        raise
except ValueError as again:
    print(again is kept)
try:
    error
except NameError as gone:
    print(gone)
for kinds in ((ValueError, TypeError), (), (KeyError, IndexError)):
    try:
        try:
            int("x")
        except kinds as error:
            print("caught", error)
    except ValueError as error:
        print("not caught by", kinds)
try:
    try:
        int("x")
    except 5:
        pass
except TypeError as error:
    print(error)
try:
    assert 1 == 2, f"math {1 + 1}"
except AssertionError as error:
    print(repr(error))
try:
    assert ()
except AssertionError as error:
    print(repr(error))
