//! PTX programs, and what they compute.
