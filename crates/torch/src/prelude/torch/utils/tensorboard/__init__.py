"""Logs that TensorBoard shows: scalars, histograms, pictures, texts, graphs of layers."""

from torch.utils.tensorboard.writer import FileWriter, SummaryWriter
