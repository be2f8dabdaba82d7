"""`SummaryWriter`: logs a program's data to files that TensorBoard reads."""

import itertools
import os
import socket
import time

from torch.utils.tensorboard import _embedding, _graph, summary
from torch.utils.tensorboard import _wire as wire
from torch.utils.tensorboard._arrays import figure_to_image, make_np

_VERSION = "brain.Event:2"
_numbers = itertools.count()


class FileWriter:
    """One event file in a folder."""

    def __init__(self, log_dir, max_queue=10, flush_secs=120, filename_suffix=""):
        self._folder, self._suffix = str(log_dir), filename_suffix
        self._most, self._seconds = max_queue, flush_secs
        self._file = None
        self.reopen()

    def get_logdir(self):
        """The folder."""
        return self._folder

    def add_event(self, event, step=None, walltime=None):
        """Writes an encoded event."""
        self.reopen()
        moment = time.time() if walltime is None else walltime
        self._file.write(wire.record(wire.double(1, float(moment)) + wire.integer(2, int(step or 0)) + event))
        self._waiting += 1
        if self._waiting > self._most or time.time() - self._flushed >= self._seconds:
            self.flush()

    def add_summary(self, summary, global_step=None, walltime=None):
        """Writes a summary."""
        self.add_event(wire.message(5, summary), global_step, walltime)

    def add_graph(self, graph_profile, walltime=None):
        """Writes a graph."""
        self.add_event(wire.message(4, graph_profile), None, walltime)

    def flush(self):
        """Flushes events to disk."""
        if self._file is not None:
            self._file.flush()
        self._waiting, self._flushed = 0, time.time()

    def close(self):
        """Closes the file."""
        if self._file is not None:
            self._file.close()
        self._file = None

    def reopen(self):
        """Opens another file after `close`."""
        if self._file is not None:
            return
        os.makedirs(self._folder, exist_ok=True)
        unique = f"{int(time.time()):010d}.{socket.gethostname()}.{os.getpid()}.{next(_numbers)}"
        self._file = open(os.path.join(self._folder, f"events.out.tfevents.{unique}{self._suffix}"), "wb")
        self._waiting, self._flushed = 0, time.time()
        source = wire.message(10, wire.text(1, "torch.utils.tensorboard.writer"))
        self._file.write(wire.record(wire.double(1, time.time()) + wire.message(3, _VERSION) + source))
        self.flush()


class SummaryWriter:
    """Logs data for TensorBoard: `writer = SummaryWriter()`, then `writer.add_scalar("loss", loss, step)`.

    The files are in `log_dir`, by default a folder of `runs` named after the time and the machine.
    """

    def __init__(self, log_dir=None, comment="", purge_step=None, max_queue=10, flush_secs=120, filename_suffix=""):
        if not log_dir:
            moment = time.strftime("%b%d_%H-%M-%S")
            log_dir = os.path.join("runs", f"{moment}_{socket.gethostname()}{comment}")
        self.log_dir, self.purge_step = log_dir, purge_step
        self.max_queue, self.flush_secs, self.filename_suffix = max_queue, flush_secs, filename_suffix
        self.file_writer = self.all_writers = None
        self._projected = []
        self._get_file_writer()
        steps = [1e-12]
        while steps[-1] * 1.1 < 1e20:
            steps.append(steps[-1] * 1.1)
        self.default_bins = [-step for step in reversed(steps)] + [0] + steps

    def _get_file_writer(self):
        if self.file_writer is None:
            self.file_writer = FileWriter(self.log_dir, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers = {self.file_writer.get_logdir(): self.file_writer}
            if self.purge_step is not None:
                self.file_writer.add_event(wire.message(3, _VERSION), self.purge_step)
                self.file_writer.add_event(wire.message(7, wire.integer(1, 1)), self.purge_step)
                self.purge_step = None
        return self.file_writer

    def _add(self, summary, global_step=None, walltime=None):
        self._get_file_writer().add_summary(summary, global_step, walltime)

    def get_logdir(self):
        """The folder of the files."""
        return self.log_dir

    def add_scalar(self, tag, scalar_value, global_step=None, walltime=None, new_style=False, double_precision=False):
        """Logs a number."""
        self._add(summary.scalar(tag, scalar_value, None, new_style, double_precision), global_step, walltime)

    def add_scalars(self, main_tag, tag_scalar_dict, global_step=None, walltime=None):
        """Logs several numbers for one chart, each in its own folder."""
        walltime = time.time() if walltime is None else walltime
        folder = self._get_file_writer().get_logdir()
        for tag, value in tag_scalar_dict.items():
            place = f"{folder}/{main_tag.replace('/', '_')}_{tag}"
            if place not in self.all_writers:
                self.all_writers[place] = FileWriter(place, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers[place].add_summary(summary.scalar(main_tag, value), global_step, walltime)

    def add_tensor(self, tag, tensor, global_step=None, walltime=None):
        """Logs a whole tensor."""
        self._add(summary.tensor_proto(tag, tensor), global_step, walltime)

    def add_histogram(self, tag, values, global_step=None, bins="tensorflow", walltime=None, max_bins=None):
        """Logs how numbers are distributed."""
        bins = self.default_bins if isinstance(bins, str) and bins == "tensorflow" else bins
        self._add(summary.histogram(tag, values, bins, max_bins), global_step, walltime)

    def add_histogram_raw(
        self, tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts, global_step=None, walltime=None
    ):
        """Logs a histogram that is counted already."""
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError("len(bucket_limits) != len(bucket_counts), see the document.")
        counted = summary.histogram_raw(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts)
        self._add(counted, global_step, walltime)

    def add_image(self, tag, img_tensor, global_step=None, walltime=None, dataformats="CHW"):
        """Logs a picture."""
        self._add(summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_images(self, tag, img_tensor, global_step=None, walltime=None, dataformats="NCHW"):
        """Logs several pictures as one."""
        self._add(summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_image_with_boxes(
        self, tag, img_tensor, box_tensor, global_step=None, walltime=None, rescale=1, dataformats="CHW", labels=None
    ):
        """Logs a picture with boxes drawn on it."""
        labels = [labels] if isinstance(labels, str) else labels
        if labels is not None and len(labels) != box_tensor.shape[0]:
            labels = None
        drawn = summary.image_boxes(tag, img_tensor, box_tensor, rescale, dataformats, labels)
        self._add(drawn, global_step, walltime)

    def add_figure(self, tag, figure, global_step=None, close=True, walltime=None):
        """Logs a figure of matplotlib, or several as one picture."""
        axes = "NCHW" if isinstance(figure, list) else "CHW"
        self.add_image(tag, figure_to_image(figure, close), global_step, walltime, dataformats=axes)

    def add_video(self, tag, vid_tensor, global_step=None, fps=4, walltime=None):
        """Raises an error: there is no video encoder."""
        self._add(summary.video(tag, vid_tensor, fps), global_step, walltime)

    def add_audio(self, tag, snd_tensor, global_step=None, sample_rate=44100, walltime=None):
        """Logs a sound."""
        self._add(summary.audio(tag, snd_tensor, sample_rate), global_step, walltime)

    def add_text(self, tag, text_string, global_step=None, walltime=None):
        """Logs a text in Markdown."""
        self._add(summary.text(tag, text_string), global_step, walltime)

    def add_graph(self, model, input_to_model=None, verbose=False, use_strict_trace=True):
        """Logs a model's graph: its layers, and whose results each takes. The model is run once."""
        self._get_file_writer().add_graph(_graph.graph(model, input_to_model))

    def add_embedding(self, mat, metadata=None, label_img=None, global_step=None, tag="default", metadata_header=None):
        """Logs vectors for the projector, with labels and pictures."""
        step = str(0 if global_step is None else global_step).zfill(5)
        name = tag.replace("%", "%25").replace("/", "%2f").replace("\\", "%5c")
        folder = self._get_file_writer().get_logdir()
        facts = (make_np(mat), metadata, label_img, metadata_header, f"{tag}:{step}")
        self._projected.append(_embedding.write(folder, f"{step}/{name}", *facts))
        with open(os.path.join(folder, "projector_config.pbtxt"), "w") as file:
            file.write("".join(self._projected))

    def add_pr_curve(self, tag, labels, predictions, global_step=None, num_thresholds=127, weights=None, walltime=None):
        """Logs precision against recall."""
        curve = summary.pr_curve(tag, make_np(labels), make_np(predictions), num_thresholds, weights)
        self._add(curve, global_step, walltime)

    def add_pr_curve_raw(
        self,
        tag,
        true_positive_counts,
        false_positive_counts,
        true_negative_counts,
        false_negative_counts,
        precision,
        recall,
        global_step=None,
        num_thresholds=127,
        weights=None,
        walltime=None,
    ):
        """Logs precision against recall that is counted already."""
        counts = (true_positive_counts, false_positive_counts, true_negative_counts, false_negative_counts)
        self._add(summary.pr_curve_raw(tag, *counts, precision, recall, num_thresholds), global_step, walltime)

    def add_custom_scalars_multilinechart(self, tags, category="default", title="untitled"):
        """Shows several scalars in one chart."""
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(self, tags, category="default", title="untitled"):
        """Shows a scalar between two others."""
        if len(tags) != 3:
            raise AssertionError(f"Expected 3 tags, got {len(tags)}.")
        self.add_custom_scalars({category: {title: ["Margin", tags]}})

    def add_custom_scalars(self, layout):
        """Sets which scalars share a chart."""
        self._add(summary.custom_scalars(layout))

    def add_hparams(self, hparam_dict, metric_dict, hparam_domain_discrete=None, run_name=None, global_step=None):
        """Logs the hyperparameters and results of a run."""
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        parts = summary.hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        folder = os.path.join(self._get_file_writer().get_logdir(), run_name or str(time.time()))
        with SummaryWriter(log_dir=folder) as writer:
            for part in parts:
                writer.file_writer.add_summary(part, global_step)
            for name, value in metric_dict.items():
                writer.add_scalar(name, value, global_step)

    def flush(self):
        """Flushes the log to disk."""
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self):
        """Closes the files."""
        for writer in (self.all_writers or {}).values():
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.close()
