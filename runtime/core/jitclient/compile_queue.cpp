#include "runtime/core/jitclient/compile_queue.h"

#include "runtime/core/jitclient/jit_library.h"

#include <fullgraph/control.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <pthread.h>
#include <thread>

namespace fg {

namespace rt {
namespace {

struct Task {
  const void *owner;
  uint64_t number;
  std::function<void()> run;
};

/// Never destroyed: other threads may miss while the program exits.
struct Queue {
  std::mutex mutex; // held for moments only
  std::condition_variable changed;
  std::deque<Task> tasks; // the first one is being run
  std::thread *thread = nullptr;
  bool ended = false;
};

Queue &queue() {
  static Queue &instance = *[] {
    pthread_atfork([] { queue().mutex.lock(); }, [] { queue().mutex.unlock(); },
                   [] {
                     // The thread is the parent's. Whether the compiler can be used is SlowPath's to say.
                     Queue &q = queue();
                     q.thread = nullptr;
                     q.tasks.clear();
                     new (&q.changed) std::condition_variable; // nobody waits here any more
                     q.mutex.unlock();
                   });
    return new Queue;
  }();
  return instance;
}

void work(Queue &q) {
  std::unique_lock<std::mutex> lock(q.mutex);
  while (true) {
    q.changed.wait(lock, [&] { return q.ended || !q.tasks.empty(); });
    if (q.ended)
      return;
    const std::function<void()> &run = q.tasks.front().run; // a deque's elements stay where they are
    {
      const SlowPath here; // before the lock is free: a fork sees either
      lock.unlock();
      run();
    }
    lock.lock();
    if (!q.tasks.empty())
      q.tasks.pop_front();
    q.changed.notify_all();
  }
}

} // namespace

void compileLater(const void *owner, uint64_t number, std::function<void()> task) {
  Queue &q = queue();
  const std::lock_guard<std::mutex> lock(q.mutex);
  if (q.ended || std::any_of(q.tasks.begin(), q.tasks.end(), [&](const Task &other) {
        return other.owner == owner && other.number == number;
      }))
    return;
  q.tasks.push_back({owner, number, std::move(task)});
  if (!q.thread)
    q.thread = new std::thread(work, std::ref(q));
  q.changed.notify_all();
}

void endCompileQueue() {
  Queue &q = queue();
  std::thread *thread = nullptr;
  {
    const std::lock_guard<std::mutex> lock(q.mutex);
    q.ended = true;
    while (q.tasks.size() > 1)
      q.tasks.pop_back();
    thread = q.thread;
    q.thread = nullptr;
    q.changed.notify_all();
  }
  if (!thread)
    return;
  if (thread->get_id() == std::this_thread::get_id())
    thread->detach(); // what is being compiled has called exit
  else
    thread->join();
  delete thread;
}

} // namespace rt

void wait_for_compilation() {
  rt::Queue &q = rt::queue();
  std::unique_lock<std::mutex> lock(q.mutex);
  q.changed.wait(lock, [&] { return q.ended || q.tasks.empty(); });
}

} // namespace fg
