# getpass: what is plainer in the language itself.


class GetPassWarning(UserWarning):
    """Told where a password could be seen while it is typed; the hosts of this interpreter never show one."""
