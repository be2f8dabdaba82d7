"""Summaries of data sets and loaders for display."""


def _facts_html(subject, facts):
    """A small table about something: its class, then names and values."""
    from html import escape

    rows = "".join(
        f'<tr><th style="text-align:left">{escape(name)}</th><td style="text-align:left">{escape(str(value))}</td></tr>'
        for name, value in facts
    )
    return f'<b>{escape(type(subject).__name__)}</b><table style="border-collapse:collapse"><tbody>{rows}</tbody></table>'


def _facts_text(subject, facts, p):
    """The same as text, if the class does not define a repr."""
    if type(subject).__repr__ is not object.__repr__:
        return p.text(repr(subject))
    width = max([len(name) for name, _ in facts], default=0)
    p.text("\n".join([type(subject).__name__] + [f"  {name:{width}}  {value}" for name, value in facts]))
