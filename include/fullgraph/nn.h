// fg::nn: modules, with the names, options and parameter names of torch::nn.
#pragma once

#include <fullgraph/nn/activation.h>
#include <fullgraph/nn/adaptive.h>
#include <fullgraph/nn/attention.h>
#include <fullgraph/nn/containers.h>
#include <fullgraph/nn/conv.h>
#include <fullgraph/nn/distance.h>
#include <fullgraph/nn/dropout.h>
#include <fullgraph/nn/embedding.h>
#include <fullgraph/nn/fold.h>
#include <fullgraph/nn/functional.h>
#include <fullgraph/nn/init.h>
#include <fullgraph/nn/linear.h>
#include <fullgraph/nn/loss.h>
#include <fullgraph/nn/module.h>
#include <fullgraph/nn/norm.h>
#include <fullgraph/nn/padding.h>
#include <fullgraph/nn/pooling.h>
#include <fullgraph/nn/rnn.h>
#include <fullgraph/nn/transformer.h>
#include <fullgraph/nn/upsample.h>
#include <fullgraph/nn/utils.h>
