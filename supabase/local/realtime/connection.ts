// One WebSocket: its channels, its limits, and its end.

import type { RawData, WebSocket } from 'ws';
import { Channel, type ChannelContext, type Peer } from './channel.ts';
import { decodeFrame, encodeMessage, type Incoming, type Version } from './frames.ts';
import { createRateLimit, type RateLimit } from './limits.ts';

export class Connection implements Peer {
  readonly version: Version;
  readonly token: string;
  readonly #socket: WebSocket;
  readonly #context: ChannelContext;
  readonly #channels = new Map<string, Channel>();
  readonly #joins: RateLimit;
  readonly #messages: RateLimit;
  #heardAtMs: number;
  #callOffIdleCheck: () => void = () => {};

  constructor(
    socket: WebSocket,
    context: ChannelContext,
    opened: { version: Version; token: string },
  ) {
    const { clock, limits } = context;
    this.version = opened.version;
    this.token = opened.token;
    this.#socket = socket;
    this.#context = context;
    this.#joins = createRateLimit(clock, limits.joinBurst, limits.joinsPerSecond);
    this.#messages = createRateLimit(clock, limits.messageBurst, limits.messagesPerSecond);
    this.#heardAtMs = clock.now();
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => this.#end());
    // Bad frames and vanished peers arrive here; `ws` closes the socket itself afterwards.
    socket.on('error', (error) => {
      context.log('debug', 'realtime: socket error', error);
    });
    this.#watchIdle(limits.idleTimeoutMs);
  }

  send(frame: string | Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > this.#context.limits.maxBufferedBytes) {
      this.#context.log('info', 'realtime: dropped a client that reads too slowly');
      this.#socket.terminate();
      this.#end();
      return;
    }
    this.#socket.send(frame);
  }

  forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  drop(code: number, reason: string): void {
    this.#socket.close(code, reason);
    this.#end();
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#heardAtMs = this.#context.clock.now();
    if (!this.#messages.take()) return this.drop(1008, 'Too many messages per second');
    const bytes = toBytes(data);
    const incoming = decodeFrame(this.version, isBinary ? bytes : bytes.toString());
    if (!incoming) return this.drop(1007, 'not a frame of this protocol');
    if (incoming.topic === 'phoenix') return this.#heartbeat(incoming);
    if (incoming.event === 'phx_join') return this.#join(incoming);
    const channel = this.#channels.get(incoming.topic);
    const isCurrent = incoming.joinRef === null || incoming.joinRef === channel?.joinRef;
    if (channel && isCurrent) return channel.receive(incoming);
    // A late word to a channel that is no more. Leaving it is fine; anything else is not.
    if (incoming.event === 'phx_leave') this.#reply(incoming, 'ok', {});
    else this.#reply(incoming, 'error', { reason: 'unmatched topic' });
  }

  #heartbeat(incoming: Incoming): void {
    if (incoming.event === 'heartbeat') this.#reply(incoming, 'ok', {});
    else this.#reply(incoming, 'error', { reason: 'unmatched topic' });
  }

  #join(incoming: Incoming): void {
    const { limits } = this.#context;
    if (!incoming.topic.startsWith('realtime:')) {
      return this.#reply(incoming, 'error', { reason: 'unmatched topic' });
    }
    if (!this.#joins.take()) {
      const reason = 'ClientJoinRateLimitReached: Too many joins per second';
      this.#reply(incoming, 'error', { reason });
      return this.drop(1008, 'Too many joins per second');
    }
    const before = this.#channels.get(incoming.topic);
    if (before) {
      before.close();
      before.sayClosed();
      this.#channels.delete(incoming.topic);
    }
    if (this.#channels.size >= limits.maxChannelsPerConnection) {
      const reason = 'ChannelRateLimitReached: Too many channels';
      return this.#reply(incoming, 'error', { reason });
    }
    const channel = new Channel(this.#context, this, incoming);
    this.#channels.set(incoming.topic, channel);
    channel.receive(incoming);
  }

  #reply(incoming: Incoming, status: 'ok' | 'error', response: { reason?: string }): void {
    const { joinRef, ref, topic } = incoming;
    const payload = { status, response };
    this.send(encodeMessage(this.version, { joinRef, ref, topic, event: 'phx_reply', payload }));
  }

  #watchIdle(delayMs: number): void {
    const { clock, limits } = this.#context;
    this.#callOffIdleCheck = clock.after(delayMs, () => {
      const leftMs = this.#heardAtMs + limits.idleTimeoutMs - clock.now();
      if (leftMs > 0) return this.#watchIdle(leftMs);
      // The peer would not answer a closing handshake either.
      this.#socket.terminate();
      this.#end();
    });
  }

  #end(): void {
    this.#callOffIdleCheck();
    for (const channel of this.#channels.values()) channel.close();
    this.#channels.clear();
  }
}

function toBytes(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}
