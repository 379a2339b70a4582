// Where the API of Clang and LLVM differs between the major versions 19 to 22. Nothing else tests the
// version.
#pragma once

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/VirtualFileSystem.h"

#if __has_include("clang/Driver/CreateInvocationFromArgs.h")
#include "clang/Driver/CreateInvocationFromArgs.h" // since 22; in Frontend/Utils.h before
#endif
#if __has_include("clang/Options/Options.h")
#include "clang/Options/Options.h" // since 22
namespace fullgraph::clangopt {
using namespace clang::options;
using clang::getDriverOptTable;
} // namespace fullgraph::clangopt
#else
#include "clang/Driver/Options.h"
namespace fullgraph::clangopt {
using namespace clang::driver::options;
using clang::driver::getDriverOptTable;
} // namespace fullgraph::clangopt
#endif

namespace fullgraph {

/// For diagnostics about the flags themselves, before there is a compiler. `client` is not owned.
inline llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine>
makeFlagDiagnostics(clang::DiagnosticConsumer *client) {
#if LLVM_VERSION_MAJOR >= 21
  // The engine keeps a reference: the options live as long as the process.
  static clang::DiagnosticOptions options;
  return clang::CompilerInstance::createDiagnostics(*llvm::vfs::getRealFileSystem(), options, client, false);
#elif LLVM_VERSION_MAJOR >= 20
  return clang::CompilerInstance::createDiagnostics(*llvm::vfs::getRealFileSystem(),
                                                    new clang::DiagnosticOptions, client, false);
#else
  return clang::CompilerInstance::createDiagnostics(new clang::DiagnosticOptions, client, false);
#endif
}

/// A compiler with diagnostics and files, ready to execute an action. `client` is not owned; null: text on
/// stderr.
inline std::unique_ptr<clang::CompilerInstance>
makeCompiler(std::shared_ptr<clang::CompilerInvocation> invocation, clang::DiagnosticConsumer *client) {
#if LLVM_VERSION_MAJOR >= 20
  auto compiler = std::make_unique<clang::CompilerInstance>(std::move(invocation));
#else
  auto compiler = std::make_unique<clang::CompilerInstance>();
  compiler->setInvocation(std::move(invocation));
#endif
#if LLVM_VERSION_MAJOR >= 22
  compiler->createVirtualFileSystem();
  compiler->createDiagnostics(client, /*ShouldOwnClient=*/false);
#elif LLVM_VERSION_MAJOR >= 20
  compiler->createDiagnostics(*llvm::vfs::getRealFileSystem(), client, /*ShouldOwnClient=*/false);
#else
  compiler->createDiagnostics(client, /*ShouldOwnClient=*/false);
#endif
  return compiler;
}

} // namespace fullgraph
