/** How is something said on a channel, whoever made it? */

/** Sends; whether it arrives is for others to see. */
export function post(channel: { postMessage(message: object): unknown }, message: object): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- windows have one, channels do not
  void channel.postMessage(message)
}
