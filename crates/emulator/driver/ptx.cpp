// PTX modules, parsed and run by the executor that was passed to the driver.

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "api.h"
#include "checked.h"
#include "executor.h"
#include "launch.h"

namespace emulator {

const EmulatedExecutor* executor = nullptr;

Status load_ptx(const char* text, std::string* problem, std::unique_ptr<Module>* module) {
    if (!executor) return ERROR_INVALID_IMAGE;
    char message[1024] = "";
    void* program = executor->load(text, message, sizeof message);
    if (!program) {
        *problem = message;
        return ERROR_INVALID_PTX;
    }
    *module = std::make_unique<Module>();
    (*module)->program = std::shared_ptr<void>(program, executor->unload);
    return SUCCESS;
}

std::unique_ptr<Function> find_ptx_function(const Module& module, const std::string& name) {
    EmulatedKernel kernel;
    if (!executor->kernel(module.program.get(), name.c_str(), &kernel)) return nullptr;
    auto function = std::make_unique<Function>();
    function->name = name;
    function->program = module.program;
    function->parameter_offsets.resize(kernel.parameters);
    function->parameter_sizes.resize(kernel.parameters);
    executor->parameters(module.program.get(), name.c_str(), function->parameter_offsets.data(), function->parameter_sizes.data());
    function->parameter_bytes = kernel.parameter_bytes;
    function->shared = kernel.shared;
    function->most_threads = kernel.most_threads;
    return function;
}

Body make_ptx_launch(Device& device, const Function& function, const unsigned grid[3], const unsigned block[3], size_t shared, void** arguments) {
    std::vector<unsigned char> parameters(function.parameter_bytes);
    for (size_t i = 0; i < function.parameter_sizes.size(); i++)
        memcpy(&parameters[function.parameter_offsets[i]], arguments[i], function.parameter_sizes[i]);
    auto launch = take_user_launch();
    if (!launch) {
        launch = std::make_shared<UserLaunch>();
        launch->kernel = function.name;
        launch->checked = true;
        launch->ends_in_queue = false;
    }
    EmulatedExecution execution = {};
    std::copy_n(grid, 3, execution.grid);
    std::copy_n(block, 3, execution.block);
    execution.shared = (unsigned)shared;
    return [&device, execution, parameters, launch, name = function.name, program = function.program, offsets = function.parameter_offsets]() -> Status {
        std::vector<unsigned char> moved = parameters;  // a graph replays the task
        std::vector<void*> pointers;
        for (unsigned offset : offsets) pointers.push_back(&moved[offset]);
        UserRun run(*launch, device, "");
        if (Status status = run.begin(pointers)) return status;
        EmulatedExecution now = execution;
        now.kernel = name.c_str();
        now.parameters = moved.data();
        now.parameter_bytes = moved.size();
        return run.execute(program.get(), now);
    };
}

Status UserRun::execute(void* program, EmulatedExecution execution) {
    std::vector<EmulatedRange> memory;
    for (auto [begin, end] : reachable()) memory.push_back({begin, end});
    for (const Copy& copy : copies_) memory.push_back({(uint64_t)copy.memory, (uint64_t)copy.memory + copy.bytes});
    std::sort(memory.begin(), memory.end(), [](auto& a, auto& b) { return a.begin < b.begin; });
    // Unchecked launches use the tensors in place.
    for (auto& tensor : launch_.tensors)
        if (tensor.bytes && !launch_.checked) arguments_.push_back({tensor.address, tensor.address + tensor.bytes});
    execution.memory = memory.data();
    execution.ranges = memory.size();
    execution.checked = launch_.checked;
    execution.stop = &stopped_;
    execution.owner = this;
    execution.print = [](const char* text, size_t length) { fwrite(text, 1, length, stdout); };
    execution.describe = [](const void* owner, uint64_t address, char* to, size_t capacity) {
        std::string text = ((const UserRun*)owner)->tensor_at(address);
        size_t length = std::min(text.size(), capacity);
        memcpy(to, text.data(), length);
        return length;
    };
    EmulatedTrouble trouble = {};
    bool ended;
    {
        Stoppable here(&stopped_);
        if (stops_ != stops_so_far()) stopped_ = true;
        ended = executor->run(program, &execution, &trouble);
    }
    if (ended) return write_back();
    const std::string lines[2] = {trouble.line ? std::to_string(trouble.line) : "", trouble.earlier_line ? std::to_string(trouble.earlier_line) : ""};
    report(stopped_ ? "stopped" : trouble.kind, lines, stopped_ ? "stopped by an interrupt" : trouble.text);
    return stopped_ ? SUCCESS : (Status)trouble.status;
}

}  // namespace emulator

/// Sets the driver's executor of PTX, which must outlive it.
API emulatorSetExecutor(const EmulatedExecutor* table) {
    ENTER();
    emulator::executor = table;
    return emulator::SUCCESS;
}
