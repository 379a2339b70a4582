// Which programs run on the devices among the targets. The driver asks it for every program, before kernels
// are built and before the code that calls them is printed. A program runs there as a whole or not at all.
#pragma once

#include "lib/Fusion/Program.h"
#include "lib/Lower/Backend.h"

#include <string>
#include <vector>

namespace fullgraph {

/// "cuda and opencl"; empty where no target is a device.
std::string namesOfDevices(const std::vector<TargetSpec> &targets);

/// Decides whether the program of `graph` runs on the devices among the targets, and so which kernels have
/// code for them (Program::onDevices, Kernel::hasDevices). Why it does not; empty where it does, or where
/// there is no device.
std::string chooseDevices(const Graph &graph, Program &program, const Backend &backend,
                          const std::vector<TargetSpec> &targets);

/// A device's code for this kernel could not be compiled: a program that calls it runs on the CPU alone. Did
/// it run on devices until now?
bool leavesDevices(Program &program, const std::string &kernel);

} // namespace fullgraph
