// Runs a user kernel in a process of its own, so that whatever native code does there ends that process only. Device
// memory is shared with it; the rest of memory is a copy. It has no files, no network and no other processes.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace emulator {

/// Zeroed memory that a process of its own shares with this one; null if there is none.
void* shared_memory(size_t bytes, int access);
/// Shares the variables of a loaded library that contains `code`, keeping their contents.
bool share_variables(const void* code);
/// Forks a process that runs `body` and ends; returns its number, or -1.
pid_t start_apart(const std::function<void()>& body);
/// Waits until a process ended, without forgetting its number.
void wait_apart(pid_t child);
/// Forgets an ended process; returns how it ended.
std::string forget_apart(pid_t child);

}  // namespace emulator
