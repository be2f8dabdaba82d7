# getpass: what is plainer in the language itself.


class GetPassWarning(UserWarning):
    """Warns that a password can be seen while it is typed; the hosts of this interpreter never show one."""
