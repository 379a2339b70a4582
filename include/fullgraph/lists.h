// c10::List and c10::Dict: a list and a map whose copies are the same list and map, as LibTorch's are.
#pragma once

#include <fullgraph/detail/check.h>

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace fg {

template <class T> class List {
public:
  using value_type = T;
  using iterator = typename std::vector<T>::iterator;

  List() : elements(std::make_shared<std::vector<T>>()) {}
  List(std::initializer_list<T> values) : elements(std::make_shared<std::vector<T>>(values)) {}
  explicit List(const std::vector<T> &values) : elements(std::make_shared<std::vector<T>>(values)) {}

  T get(size_t at) const { return (*this)[at]; }
  decltype(auto) operator[](size_t at) const {
    FG_CHECK(at < elements->size(), "List index out of range");
    return (*elements)[at];
  }
  void set(size_t at, T value) const {
    FG_CHECK(at < elements->size(), "List index out of range");
    (*elements)[at] = std::move(value);
  }
  T extract(size_t at) const {
    FG_CHECK(at < elements->size(), "List index out of range");
    return std::exchange((*elements)[at], T());
  }
  iterator begin() const { return elements->begin(); }
  iterator end() const { return elements->end(); }
  bool empty() const { return elements->empty(); }
  size_t size() const { return elements->size(); }
  void reserve(size_t count) const { elements->reserve(count); }
  void clear() const { elements->clear(); }
  iterator insert(iterator at, T value) const { return elements->insert(at, std::move(value)); }
  iterator erase(iterator at) const { return elements->erase(at); }
  void push_back(T value) const { elements->push_back(std::move(value)); }
  template <class... Arguments> void emplace_back(Arguments &&...arguments) const {
    elements->emplace_back(std::forward<Arguments>(arguments)...);
  }
  void pop_back() const { elements->pop_back(); }
  void append(List other) const {
    const std::vector<T> more = *other.elements;
    elements->insert(elements->end(), more.begin(), more.end());
  }
  void resize(size_t count) const { elements->resize(count); }
  /// A list of its own with the same elements.
  List copy() const { return List(*elements); }
  std::vector<T> vec() const { return *elements; }
  /// Are the two one list?
  bool is(const List &other) const { return elements == other.elements; }

private:
  std::shared_ptr<std::vector<T>> elements;
};

/// In the order of insertion.
template <class Key, class Value> class Dict {
public:
  class Entry {
  public:
    Entry(Key key, Value value) : pair(std::move(key), std::move(value)) {}
    const Key &key() const { return pair.first; }
    const Value &value() const { return pair.second; }
    void setValue(Value value) { pair.second = std::move(value); }

  private:
    std::pair<Key, Value> pair;
  };
  using iterator = typename std::vector<Entry>::iterator;

  Dict() : entries(std::make_shared<std::vector<Entry>>()) {}

  iterator begin() const { return entries->begin(); }
  iterator end() const { return entries->end(); }
  bool empty() const { return entries->empty(); }
  size_t size() const { return entries->size(); }
  void clear() const { entries->clear(); }
  void reserve(size_t count) const { entries->reserve(count); }
  iterator find(const Key &key) const {
    iterator at = begin();
    while (at != end() && !(at->key() == key))
      ++at;
    return at;
  }
  bool contains(const Key &key) const { return find(key) != end(); }
  const Value &at(const Key &key) const {
    const iterator found = find(key);
    FG_CHECK(found != end(), "Argument passed to at() was not in the map.");
    return found->value();
  }
  /// (the entry of the key, whether it is new)
  std::pair<iterator, bool> insert(Key key, Value value) const {
    const iterator found = find(key);
    return found != end() ? std::pair(found, false)
                          : std::pair(added(std::move(key), std::move(value)), true);
  }
  std::pair<iterator, bool> insert_or_assign(Key key, Value value) const {
    const iterator found = find(key);
    if (found == end())
      return {added(std::move(key), std::move(value)), true};
    found->setValue(std::move(value));
    return {found, false};
  }
  size_t erase(const Key &key) const {
    const iterator found = find(key);
    if (found == end())
      return 0;
    entries->erase(found);
    return 1;
  }
  /// A map of its own with the same entries.
  Dict copy() const {
    Dict result;
    *result.entries = *entries;
    return result;
  }
  bool is(const Dict &other) const { return entries == other.entries; }

private:
  iterator added(Key key, Value value) const {
    entries->emplace_back(std::move(key), std::move(value));
    return end() - 1;
  }

  std::shared_ptr<std::vector<Entry>> entries;
};

} // namespace fg
