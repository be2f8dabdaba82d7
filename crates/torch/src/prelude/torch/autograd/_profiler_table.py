"""The table of a profile: its columns and rows."""

import math

from torch.autograd._profiler_format import DeviceType, _device_name, _format_memory, _format_time, _format_time_share


class _Column:
    """A column: its header, its width, and its text for an event."""

    def __init__(self, header, width, value, left=False):
        self.header = header
        self.width = width
        self.value = value
        self.left = left

    def fit(self, text):
        """The text in the column; one that is too long pushes the rest aside."""
        text = str(text)
        return text.ljust(self.width) if self.left else text.rjust(self.width)


_WIDTH = 12
_FLOPS = ("FLOPs", "KFLOPs", "MFLOPs", "GFLOPs", "TFLOPs", "PFLOPs")


class _Layout:
    """The columns for some events, and the rows."""

    def __init__(
        self, events, sort_by=None, row_limit=100, max_src_column_width=75, max_name_column_width=55,
        max_shapes_column_width=80, header=None, top_level_events_only=False, time_unit=None,
    ):  # fmt: skip
        self.header = header
        self.top_level_events_only = top_level_events_only
        self.time_unit = time_unit
        self.events = list(events)
        if not self.events:
            return
        self.use_device = self.events[0].use_device
        self.has_device_time = any(event.self_device_time_total > 0 for event in self.events)
        if self.has_device_time and not self.use_device:
            raise RuntimeError("use_device is None, but there is device performance data.")
        if sort_by is not None:
            attribute = _device_name(sort_by)
            self.events.sort(key=lambda event: getattr(event, attribute), reverse=True)
        self.cpu_total = sum(event.self_cpu_time_total for event in self.events)
        self.device_total = sum(event.self_device_time_total for event in self.events if self._is_device_time(event))
        shown = [event for event in self.events if not (top_level_events_only and event.cpu_parent is not None)]
        self.rows = shown if row_limit < 0 else shown[:row_limit]
        self.columns = self._columns(events, max_src_column_width, max_name_column_width, max_shapes_column_width)

    @staticmethod
    def _is_device_time(event):
        """Operations' device time is that of their kernels, which are events themselves."""
        if event.device_type == DeviceType.CPU:
            return event.is_legacy
        return not event.is_user_annotation

    def _time(self, time_us):
        units = {"s": 1e6, "ms": 1e3, "us": 1.0}
        if self.time_unit in units:
            return f"{time_us / units[self.time_unit]:.3f}{self.time_unit}"
        return _format_time(time_us)

    def _columns(self, events, max_src, max_name, max_shapes):
        def limited(width, limit):
            return width if limit is None else min(width, limit)

        def name_of(text):
            if max_name is not None and len(text) >= max_name - 3:
                return text[: max_name - 3] + "..."
            return text

        name_width = limited(max(len(event.key) for event in self.events) + 4, max_name)
        columns = [_Column("Name", name_width, lambda event: name_of(event.key))]

        def add(header, value):
            columns.append(_Column(header, _WIDTH, value))

        if any(event.overload_name for event in self.events):
            columns.append(_Column("Overload Name", name_width, lambda event: name_of(event.overload_name)))
        add("Self CPU %", lambda event: _format_time_share(event.self_cpu_time_total, self.cpu_total))
        add("Self CPU", lambda event: self._time(event.self_cpu_time_total))
        add(
            "CPU total %",
            lambda event: 0 if event.is_async else _format_time_share(event.cpu_time_total, self.cpu_total),
        )
        add("CPU total", lambda event: self._time(event.cpu_time_total))
        add("CPU time avg", lambda event: self._time(event.cpu_time))
        device = "None" if self.use_device is None else self.use_device.upper()
        if self.has_device_time:
            add(f"Self {device}", lambda event: self._time(event.self_device_time_total))
            add(
                f"Self {device} %",
                lambda event: _format_time_share(event.self_device_time_total, self.device_total),
            )
            add(f"{device} total", lambda event: self._time(event.device_time_total))
            add(f"{device} time avg", lambda event: self._time(event.device_time))
        if events._profile_memory:
            add("CPU Mem", lambda event: _format_memory(event.cpu_memory_usage))
            add("Self CPU Mem", lambda event: _format_memory(event.self_cpu_memory_usage))
            if self.use_device and any(event.self_device_memory_usage > 0 for event in self.events):
                add(f"{device} Mem", lambda event: _format_memory(event.device_memory_usage))
                add(f"Self {device} Mem", lambda event: _format_memory(event.self_device_memory_usage))
        add("# of Calls", lambda event: event.count)
        if any(event.node_id != -1 for event in self.events):
            add("Node ID", lambda event: event.node_id)
        if any(event.input_shapes for event in self.events):
            width = limited(max(len(str(event.input_shapes)) for event in self.events) + 4, max_shapes)
            columns.append(_Column("Input Shapes", width, lambda event: str(event.input_shapes)[:width]))
        stacks = [event.stack for event in self.events if event.stack]
        self.source = None
        if stacks:
            width = limited(max(len(entry) for stack in stacks for entry in stack) + 4, max_src)
            self.source = _Column("Source Location", width, lambda event: event.stack[0] if event.stack else "", left=True)
            columns.append(self.source)
        counted = [event.flops for event in self.events if event.flops and event.flops > 0]
        if events._with_flops and counted:
            scale = min(math.floor(max(0.0, math.log10(min(counted)) / 3)), len(_FLOPS) - 1)

            def flops(event):
                return f"{event.flops * pow(10, scale * -3.0):8.3f}" if event.flops and event.flops > 0 else "--"

            add(f"Total {_FLOPS[scale]}", flops)
        return columns

    def line(self, texts):
        """Texts, one for each column, in their columns."""
        return "".join(column.fit(text) + "  " for column, text in zip(self.columns, texts)) + "\n"

    def trimmed(self, path):
        """The end of a path that fits the column of sources."""
        width = self.source.width
        if len(path) <= width:
            return path
        path = path[len(path) - width :]
        return "..." + path[3:] if len(path) > 3 else path

    def values(self, event):
        """The text in an event's first column."""
        return [self.trimmed(column.value(event)) if column is self.source else column.value(event) for column in self.columns]

    def totals(self):
        """The lines below the table."""
        lines = [f"Self CPU time total: {self._time(self.cpu_total)}"]
        if self.has_device_time:
            lines.append(f"Self {self.use_device.upper()} time total: {self._time(self.device_total)}")
        return lines

    def text(self):
        """The whole table."""
        if not self.events:
            return ""
        ruler = "".join("-" * column.width + "  " for column in self.columns) + "\n"
        bar = "=" * (sum(column.width + 2 for column in self.columns) - 2) + "\n"
        parts = []
        if self.header is not None:
            parts += [bar, self.header, "\n"]
        if self.top_level_events_only:
            parts += [bar, "This report only display top-level ops statistics\n"]
        parts += [ruler, self.line([column.header for column in self.columns]), ruler]
        for event in self.rows:
            event.self_cpu_percent = _format_time_share(event.self_cpu_time_total, self.cpu_total)
            event.total_cpu_percent = 0 if event.is_async else _format_time_share(event.cpu_time_total, self.cpu_total)
            if self.has_device_time:
                event.total_device_percent = _format_time_share(event.self_device_time_total, self.device_total)
            parts.append(self.line(self.values(event)))
            if self.source is not None:
                for entry in event.stack[1:] + [""]:
                    texts = [self.trimmed(entry) if column is self.source else "" for column in self.columns]
                    parts.append(self.line(texts))
        parts.append(ruler)
        parts += [line + "\n" for line in self.totals()]
        return "".join(parts)


def _html_table(events, rows=100):
    """The table for a notebook's page: sorted by own time, on the device where it worked."""
    import html

    layout = _Layout(events)
    if not layout.events:
        return "<i>nothing was recorded</i>"
    sort_by = "self_device_time_total" if layout.has_device_time else "self_cpu_time_total"
    layout = _Layout(events, sort_by=sort_by, row_limit=rows, max_name_column_width=None)
    head = "".join(f"<th>{html.escape(column.header)}</th>" for column in layout.columns)
    body = []
    for event in layout.rows:
        cells = [
            f'<td style="text-align:{"left" if at == 0 or column is layout.source else "right"}">'
            f"{html.escape(str(value).strip())}</td>"
            for at, (column, value) in enumerate(zip(layout.columns, layout.values(event)))
        ]
        body.append(f"<tr>{''.join(cells)}</tr>")
    more = f"<br>{len(layout.events) - len(layout.rows)} more rows" if len(layout.rows) < len(layout.events) else ""
    totals = "<br>".join(html.escape(line) for line in layout.totals())
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table><p>{totals}{more}</p>"
