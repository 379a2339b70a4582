"""The example models in PyTorch, for reference.py."""
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


def values(name, *sizes):
    seed = 2166136261
    for c in name.encode():
        seed = (seed ^ c) * 16777619 % 2**32
    i = np.arange(int(np.prod(sizes)), dtype=np.uint64)
    mask = np.uint64(2**32 - 1)
    x = (np.uint64(seed) + i * np.uint64(2654435761)) & mask
    x = ((x ^ (x >> np.uint64(15))) * np.uint64(2246822519)) & mask
    x = ((x ^ (x >> np.uint64(13))) * np.uint64(3266489917)) & mask
    x ^= x >> np.uint64(16)
    return torch.from_numpy((x / 4294967296.0 - 0.5).astype(np.float32)).reshape(sizes)


def fill(model):
    for key, tensor in model.state_dict().items():
        if not tensor.is_floating_point():
            continue
        u = values(key, *tensor.shape)
        if key.endswith("running_var"):
            tensor.copy_(u * 0.5 + 1)
        elif tensor.dim() <= 1:
            tensor.copy_(u * 0.2 + 1 if key.endswith("weight") else u * 0.2)
        else:
            tensor.copy_(u * (4.5 / (tensor.numel() // tensor.shape[0]) ** 0.5))
    return model.eval()


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(16, 32)
        self.fc2 = nn.Linear(32, 32)
        self.fc3 = nn.Linear(32, 10)

    def forward(self, x):
        x = F.relu(self.fc1(x))
        x = F.dropout(F.relu(self.fc2(x)), 0.5, self.training)
        return F.log_softmax(self.fc3(x), 1)


class BasicBlock(nn.Module):
    def __init__(self, inplanes, planes, stride, downsample):
        super().__init__()
        self.conv1 = nn.Conv2d(inplanes, planes, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(planes)
        self.conv2 = nn.Conv2d(planes, planes, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(planes)
        if downsample is not None:
            self.downsample = downsample

    def forward(self, x):
        residual = self.downsample(x) if hasattr(self, "downsample") else x
        y = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(y)) + residual)


class ResNet(nn.Module):
    def __init__(self, blocks, width, classes):
        super().__init__()
        self.inplanes = width
        self.conv1 = nn.Conv2d(3, width, 7, 2, 3, bias=False)
        self.bn1 = nn.BatchNorm2d(width)
        for i, count in enumerate(blocks):
            setattr(self, f"layer{i + 1}", self.layer(width << i, count, 1 if i == 0 else 2))
        self.fc = nn.Linear(width << 3, classes)

    def layer(self, planes, count, stride):
        downsample = None
        if stride != 1 or self.inplanes != planes:
            downsample = nn.Sequential(nn.Conv2d(self.inplanes, planes, 1, stride, bias=False), nn.BatchNorm2d(planes))
        layers = [BasicBlock(self.inplanes, planes, stride, downsample)]
        self.inplanes = planes
        for _ in range(1, count):
            layers.append(BasicBlock(planes, planes, 1, None))
        return nn.Sequential(*layers)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 3, 2, 1)
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class DoubleConv(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.net = nn.Sequential(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU(),
                                 nn.Conv2d(o, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.ReLU())

    def forward(self, x):
        return self.net(x)


class UNet(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.inc = DoubleConv(1, width)
        self.down1 = DoubleConv(width, 2 * width)
        self.down2 = DoubleConv(2 * width, 4 * width)
        self.up1 = nn.ConvTranspose2d(4 * width, 2 * width, 2, 2)
        self.conv1 = DoubleConv(4 * width, 2 * width)
        self.up2 = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
        self.conv2 = DoubleConv(3 * width, width)
        self.outc = nn.Conv2d(width, 2, 1)

    def forward(self, x):
        a = self.inc(x)
        b = self.down1(F.max_pool2d(a, 2))
        c = self.down2(F.max_pool2d(b, 2))
        d = self.conv1(torch.cat([b, self.up1(c)], 1))
        return self.outc(self.conv2(torch.cat([a, self.up2(d)], 1)))


class VitBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.proj = nn.Linear(dim, dim)
        self.norm2 = nn.LayerNorm(dim)
        self.fc1 = nn.Linear(dim, 4 * dim)
        self.fc2 = nn.Linear(4 * dim, dim)

    def attention(self, x):
        b, n, c = x.shape
        q, k, v = self.qkv(x).reshape(b, n, 3, self.heads, c // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        w = (q @ k.transpose(-2, -1) * (c // self.heads) ** -0.5).softmax(-1)
        return self.proj((w @ v).transpose(1, 2).reshape(b, n, c))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.fc2(F.gelu(self.fc1(self.norm2(x))))


class Vit(nn.Module):
    def __init__(self, size, patch, dim, depth, heads, classes):
        super().__init__()
        self.patch_embed = nn.Conv2d(3, dim, patch, patch)
        self.cls_token = nn.Parameter(torch.zeros(1, 1, dim))
        self.pos_embed = nn.Parameter(torch.zeros(1, (size // patch) ** 2 + 1, dim))
        self.blocks = nn.ModuleList(VitBlock(dim, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(dim)
        self.head = nn.Linear(dim, classes)

    def forward(self, x):
        x = self.patch_embed(x).flatten(2).transpose(1, 2)
        x = torch.cat([self.cls_token.expand(x.shape[0], -1, -1), x], 1) + self.pos_embed
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x)[:, 0])


class GptBlock(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.ln_1 = nn.LayerNorm(dim)
        self.c_attn = nn.Linear(dim, 3 * dim)
        self.c_proj = nn.Linear(dim, dim)
        self.ln_2 = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 4 * dim), nn.GELU("tanh"), nn.Linear(4 * dim, dim))

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (p.view(b, t, self.heads, c // self.heads).transpose(1, 2)
                   for p in self.c_attn(self.ln_1(x)).split(c, 2))
        w = q @ k.transpose(-2, -1) * (c // self.heads) ** -0.5
        w = w.masked_fill(torch.ones(t, t).tril() == 0, float("-inf")).softmax(-1)
        x = x + self.c_proj((w @ v).transpose(1, 2).reshape(b, t, c))
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    def __init__(self, vocabulary, context, dim, layers, heads):
        super().__init__()
        self.wte = nn.Embedding(vocabulary, dim)
        self.wpe = nn.Embedding(context, dim)
        self.h = nn.ModuleList(GptBlock(dim, heads) for _ in range(layers))
        self.ln_f = nn.LayerNorm(dim)
        self.lm_head = nn.Linear(dim, vocabulary, bias=False)

    def forward(self, tokens):
        x = self.wte(tokens) + self.wpe(torch.arange(tokens.shape[1]))
        for block in self.h:
            x = block(x)
        return self.lm_head(self.ln_f(x))


class Tagger(nn.Module):
    def __init__(self, words, size, hidden, tags):
        super().__init__()
        self.embedding = nn.Embedding(words, size)
        self.lstm = nn.LSTM(size, hidden, batch_first=True, bidirectional=True)
        self.out = nn.Linear(2 * hidden, tags)

    def forward(self, tokens):
        return self.out(self.lstm(self.embedding(tokens))[0])


class InvertedResidual(nn.Module):
    def __init__(self, i, o, stride, expand):
        super().__init__()
        hidden = i * expand
        self.shortcut = stride == 1 and i == o
        layers = []
        if expand != 1:
            layers += [nn.Conv2d(i, hidden, 1, bias=False), nn.BatchNorm2d(hidden), nn.ReLU6()]
        layers += [nn.Conv2d(hidden, hidden, 3, stride, 1, groups=hidden, bias=False), nn.BatchNorm2d(hidden),
                   nn.ReLU6(), nn.Conv2d(hidden, o, 1, bias=False), nn.BatchNorm2d(o)]
        self.conv = nn.Sequential(*layers)

    def forward(self, x):
        return x + self.conv(x) if self.shortcut else self.conv(x)


class MobileNet(nn.Module):
    def __init__(self, stem, settings, last, classes):
        super().__init__()
        features = [nn.Sequential(nn.Conv2d(3, stem, 3, 2, 1, bias=False), nn.BatchNorm2d(stem), nn.ReLU6())]
        channels = stem
        for expand, o, count, stride in settings:
            for i in range(count):
                features.append(InvertedResidual(channels, o, stride if i == 0 else 1, expand))
                channels = o
        features.append(nn.Sequential(nn.Conv2d(channels, last, 1, bias=False), nn.BatchNorm2d(last), nn.ReLU6()))
        self.features = nn.Sequential(*features)
        self.classifier = nn.Sequential(nn.Dropout(0.2), nn.Linear(last, classes))

    def forward(self, x):
        return self.classifier(self.features(x).mean([2, 3]))


class BertAttention(nn.Module):
    def __init__(self, dim, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.dense = (nn.Linear(dim, dim) for _ in range(4))

    def forward(self, x, mask):
        b, s, d = x.shape
        q, k, v = (f(x).view(b, s, self.heads, -1).transpose(1, 2) for f in (self.query, self.key, self.value))
        w = (q @ k.transpose(2, 3) / (d // self.heads) ** 0.5 + mask).softmax(-1)
        return self.dense((w @ v).transpose(1, 2).reshape(b, s, d))


class BertLayer(nn.Module):
    def __init__(self, dim, heads, wide):
        super().__init__()
        self.attention = BertAttention(dim, heads)
        self.attention_norm = nn.LayerNorm(dim, 1e-12)
        self.intermediate = nn.Linear(dim, wide)
        self.output = nn.Linear(wide, dim)
        self.output_norm = nn.LayerNorm(dim, 1e-12)

    def forward(self, x, mask):
        x = self.attention_norm(self.attention(x, mask) + x)
        return self.output_norm(self.output(F.gelu(self.intermediate(x))) + x)


class BertEmbeddings(nn.Module):
    def __init__(self, words, dim, positions):
        super().__init__()
        self.word_embeddings = nn.Embedding(words, dim, padding_idx=0)
        self.position_embeddings = nn.Embedding(positions, dim)
        self.token_type_embeddings = nn.Embedding(2, dim)
        self.LayerNorm = nn.LayerNorm(dim, 1e-12)

    def forward(self, tokens, types):
        places = self.position_embeddings(torch.arange(tokens.shape[1]))
        return self.LayerNorm(self.word_embeddings(tokens) + self.token_type_embeddings(types) + places)


class Bert(nn.Module):
    def __init__(self, words, dim, layers, heads, wide, positions):
        super().__init__()
        self.embeddings = BertEmbeddings(words, dim, positions)
        self.encoder = nn.ModuleList(BertLayer(dim, heads, wide) for _ in range(layers))
        self.pooler = nn.Linear(dim, dim)

    def forward(self, tokens, mask, types):
        x = self.embeddings(tokens, types)
        mask = (1 - mask[:, None, None].float()) * torch.finfo(torch.float32).min
        for layer in self.encoder:
            x = layer(x, mask)
        return x, torch.tanh(self.pooler(x[:, 0]))


class RMSNorm(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * self.weight


class LlamaAttention(nn.Module):
    def __init__(self, dim, heads, kv_heads):
        super().__init__()
        self.heads, self.kv_heads, self.head_dim = heads, kv_heads, dim // heads
        self.q_proj = nn.Linear(dim, dim, bias=False)
        self.k_proj = nn.Linear(dim, kv_heads * self.head_dim, bias=False)
        self.v_proj = nn.Linear(dim, kv_heads * self.head_dim, bias=False)
        self.o_proj = nn.Linear(dim, dim, bias=False)

    def rotate(self, x):
        frequencies = 1 / 10000.0 ** (torch.arange(0, self.head_dim, 2).float() / self.head_dim)
        angles = torch.outer(torch.arange(x.shape[2]).float(), frequencies)
        angles = torch.cat([angles, angles], -1)
        a, b = x.chunk(2, -1)
        return x * angles.cos() + torch.cat([-b, a], -1) * angles.sin()

    def forward(self, x):
        b, t, d = x.shape
        q = self.rotate(self.q_proj(x).view(b, t, self.heads, -1).transpose(1, 2))
        k = self.rotate(self.k_proj(x).view(b, t, self.kv_heads, -1).transpose(1, 2))
        v = self.v_proj(x).view(b, t, self.kv_heads, -1).transpose(1, 2)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True)
        return self.o_proj(y.transpose(1, 2).reshape(b, t, d))


class LlamaMlp(nn.Module):
    def __init__(self, dim, wide):
        super().__init__()
        self.gate_proj = nn.Linear(dim, wide, bias=False)
        self.up_proj = nn.Linear(dim, wide, bias=False)
        self.down_proj = nn.Linear(wide, dim, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class LlamaLayer(nn.Module):
    def __init__(self, dim, wide, heads, kv_heads):
        super().__init__()
        self.self_attn = LlamaAttention(dim, heads, kv_heads)
        self.mlp = LlamaMlp(dim, wide)
        self.input_layernorm = RMSNorm(dim)
        self.post_attention_layernorm = RMSNorm(dim)

    def forward(self, x):
        x = x + self.self_attn(self.input_layernorm(x))
        return x + self.mlp(self.post_attention_layernorm(x))


class Llama(nn.Module):
    def __init__(self, words, dim, wide, layers, heads, kv_heads):
        super().__init__()
        self.embed_tokens = nn.Embedding(words, dim)
        self.layers = nn.ModuleList(LlamaLayer(dim, wide, heads, kv_heads) for _ in range(layers))
        self.norm = RMSNorm(dim)
        self.lm_head = nn.Linear(dim, words, bias=False)

    def forward(self, tokens):
        x = self.embed_tokens(tokens)
        for layer in self.layers:
            x = layer(x)
        return self.lm_head(self.norm(x))


class DilatedLayer(nn.Module):
    def __init__(self, channels, kernel, dilation):
        super().__init__()
        self.reach = (kernel - 1) * dilation
        self.conv = nn.Conv1d(channels, 2 * channels, kernel, dilation=dilation)
        self.mix = nn.Conv1d(channels, channels, 1)

    def forward(self, x):
        a, b = self.conv(F.pad(x, (self.reach, 0))).chunk(2, 1)
        gated = a.tanh() * b.sigmoid()
        return x + self.mix(gated), gated


class Amplifier(nn.Module):
    def __init__(self, channels, kernel, dilations):
        super().__init__()
        self.input = nn.Conv1d(1, channels, 1)
        self.layers = nn.ModuleList(DilatedLayer(channels, kernel, d) for d in dilations)
        self.output = nn.Conv1d(channels * len(dilations), 1, 1)

    def forward(self, x):
        x, skips = self.input(x), []
        for layer in self.layers:
            x, skip = layer(x)
            skips.append(skip)
        return self.output(torch.cat(skips, 1)).tanh()


class YoloConv(nn.Module):
    def __init__(self, i, o, kernel, stride=1):
        super().__init__()
        self.conv = nn.Conv2d(i, o, kernel, stride, kernel // 2, bias=False)
        self.bn = nn.BatchNorm2d(o, eps=1e-3)

    def forward(self, x):
        return F.silu(self.bn(self.conv(x)))


class Bottleneck(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.cv1 = YoloConv(channels, channels // 2, 1)
        self.cv2 = YoloConv(channels // 2, channels, 3)

    def forward(self, x):
        return x + self.cv2(self.cv1(x))


class Sppf(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.cv1 = YoloConv(channels, channels // 2, 1)
        self.cv2 = YoloConv(channels * 2, channels, 1)

    def forward(self, x):
        parts = [self.cv1(x)]
        for _ in range(3):
            parts.append(F.max_pool2d(parts[-1], 5, 1, 2))
        return self.cv2(torch.cat(parts, 1))


class Detect(nn.Module):
    def __init__(self, classes, channels, strides, anchors):
        super().__init__()
        self.outputs, self.strides = 5 + classes, strides
        self.anchors = torch.tensor(anchors).view(len(channels), -1, 2)
        self.m = nn.ModuleList(nn.Conv2d(c, self.anchors.shape[1] * self.outputs, 1) for c in channels)

    def forward(self, features):
        boxes = []
        for head, x, stride, anchor in zip(self.m, features, self.strides, self.anchors):
            b, _, h, w = x.shape
            y = head(x).view(b, -1, self.outputs, h, w).permute(0, 1, 3, 4, 2).sigmoid()
            gy, gx = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
            centre = (y[..., :2] * 2 - 0.5 + torch.stack([gx, gy], -1)) * stride
            size = (y[..., 2:4] * 2) ** 2 * anchor[:, None, None]
            boxes.append(torch.cat([centre - size / 2, centre + size / 2, y[..., 4:]], -1).reshape(b, -1, self.outputs))
        return torch.cat(boxes, 1)


class Yolo(nn.Module):
    def __init__(self, classes, w):
        super().__init__()
        self.stem = YoloConv(3, w, 3, 2)
        self.down1 = YoloConv(w, 2 * w, 3, 2)
        self.body1 = Bottleneck(2 * w)
        self.down2 = YoloConv(2 * w, 4 * w, 3, 2)
        self.body2 = Bottleneck(4 * w)
        self.spp = Sppf(4 * w)
        self.lateral = YoloConv(4 * w, 2 * w, 1)
        self.merge = YoloConv(4 * w, 2 * w, 3)
        self.detect = Detect(classes, [2 * w, 4 * w], [4.0, 8.0], [4.0, 5.0, 8.0, 6.0, 12.0, 14.0, 20.0, 18.0])

    def forward(self, x):
        fine = self.body1(self.down1(self.stem(x)))
        coarse = self.spp(self.body2(self.down2(fine)))
        up = F.interpolate(self.lateral(coarse), scale_factor=2.0, mode="nearest")
        return self.detect([self.merge(torch.cat([up, fine], 1)), coarse])


class Vae(nn.Module):
    def __init__(self, latent, w, size):
        super().__init__()
        self.channels, self.side = 2 * w, size // 4
        numbers = self.channels * self.side**2
        self.encoder = nn.Sequential(nn.Conv2d(1, w, 4, 2, 1), nn.LeakyReLU(0.2), nn.Conv2d(w, 2 * w, 4, 2, 1),
                                     nn.BatchNorm2d(2 * w), nn.LeakyReLU(0.2), nn.Flatten())
        self.fc_mu = nn.Linear(numbers, latent)
        self.fc_logvar = nn.Linear(numbers, latent)
        self.fc = nn.Linear(latent, numbers)
        self.decoder = nn.Sequential(nn.ConvTranspose2d(2 * w, w, 4, 2, 1), nn.BatchNorm2d(w), nn.ReLU(),
                                     nn.ConvTranspose2d(w, 1, 4, 2, 1), nn.Sigmoid())

    def forward(self, x):
        h = self.encoder(x)
        mu, logvar = self.fc_mu(h), self.fc_logvar(h)
        decoded = self.decoder(F.relu(self.fc(mu)).view(-1, self.channels, self.side, self.side))
        loss = F.binary_cross_entropy(decoded, x, reduction="sum")
        loss = loss - 0.5 * torch.sum(1 + logvar - mu**2 - logvar.exp())
        return {"mu": mu, "logvar": logvar, "decoded": decoded, "loss": loss}


class Policy(nn.Module):
    def __init__(self, observations, actions, hidden):
        super().__init__()
        self.body = nn.Linear(observations, hidden)
        self.gru = nn.GRUCell(hidden, hidden)
        self.actor = nn.Linear(hidden, actions)
        self.critic = nn.Linear(hidden, 1)

    def forward(self, x, h):
        h = self.gru(self.body(x).tanh(), h)
        return torch.distributions.Categorical(logits=self.actor(h)), self.critic(h).squeeze(-1), h
