/** How does a screenshot become small enough to be kept: in few colours, as a PNG that every tool reads? */
import { deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const colorCount = 8

interface Pixels {
  readonly width: number
  readonly height: number
  /** One number for each pixel: red, green, blue. */
  readonly colors: Uint32Array
}

/** The same picture with its commonest colours only; the others become the nearest of them. */
export function shrink(png: Buffer): Buffer {
  const { width, height, colors } = decode(png)
  const counts = new Map<number, number>()
  for (let at = 0, run = 1; at < colors.length; at += 1, run += 1) {
    const color = colors[at] ?? 0
    if (color === colors[at + 1]) continue
    counts.set(color, (counts.get(color) ?? 0) + run)
    run = 0
  }
  const palette = choosePalette(counts)
  const places = new Map([...counts.keys()].map(color => [color, nearest(color, palette)]))
  const rowBytes = 1 + Math.ceil(width / 2)
  const rows = Buffer.alloc(height * rowBytes)
  for (let at = 0; at < colors.length; at += 1) {
    const x = at % width
    const to = Math.floor(at / width) * rowBytes + 1 + (x >> 1)
    rows.writeUInt8(
      rows.readUInt8(to) | ((places.get(colors[at] ?? 0) ?? 0) << (x % 2 ? 0 : 4)),
      to,
    )
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([4, 3, 0, 0, 0], 8)
  const plte = Buffer.alloc(3 * palette.length)
  for (const [at, color] of palette.entries()) plte.writeUIntBE(color, 3 * at, 3)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', plte),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The commonest, and then, one by one, the one that is commonest and farthest from those there are. */
function choosePalette(counts: ReadonlyMap<number, number>): readonly number[] {
  const palette: number[] = []
  const left = [...counts].toSorted(([a], [b]) => a - b)
  const gains = left.map(() => Infinity)
  while (palette.length < Math.min(colorCount, left.length)) {
    let best = 0
    let bestGain = -1
    for (const [at, [, count]] of left.entries()) {
      const gain = count * Math.min(gains[at] ?? 0, 1e6)
      if (gain > bestGain) [best, bestGain] = [at, gain]
    }
    const chosen = left[best]?.[0] ?? 0
    palette.push(chosen)
    for (const [at, [color]] of left.entries())
      gains[at] = Math.min(gains[at] ?? 0, distance(color, chosen))
  }
  return palette
}

function nearest(color: number, palette: readonly number[]): number {
  let best = 0
  for (const [at, other] of palette.entries())
    if (distance(color, other) < distance(color, palette[best] ?? 0)) best = at
  return best
}

function distance(a: number, b: number): number {
  const of = (shift: number) => ((a >> shift) & 255) - ((b >> shift) & 255)
  return of(16) ** 2 + of(8) ** 2 + of(0) ** 2
}

/** Reads what browsers write: eight bits for each of three or four channels, not interlaced. */
function decode(png: Buffer): Pixels {
  let header: Buffer = png
  const data: Buffer[] = []
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const body = png.subarray(at + 8, at + 8 + length)
    const type = png.toString('latin1', at + 4, at + 8)
    if (type === 'IHDR') header = body
    if (type === 'IDAT') data.push(body)
    at += 12 + length
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = header[9] === 6 ? 4 : 3
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * channels, height, channels)
  const colors = new Uint32Array(width * height)
  for (let at = 0, from = 0; at < colors.length; at += 1, from += channels) {
    colors[at] = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0)
  }
  return { width, height, colors }
}

/** Undoes the filter that each row names in its first byte (PNG specification, section 9). */
function unfilter(raw: Buffer, rowBytes: number, height: number, channels: number): Buffer {
  const bytes = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y += 1) {
    const from = y * (rowBytes + 1)
    const filter = raw[from]
    for (let x = 0, at = y * rowBytes; x < rowBytes; x += 1, at += 1) {
      const left = x < channels ? 0 : (bytes[at - channels] ?? 0)
      const above = y === 0 ? 0 : (bytes[at - rowBytes] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (bytes[at - rowBytes - channels] ?? 0)
      bytes[at] = (raw[from + 1 + x] ?? 0) + guess(filter, left, above, corner)
    }
  }
  return bytes
}

function guess(filter: number | undefined, left: number, above: number, corner: number): number {
  if (filter === 1) return left
  if (filter === 2) return above
  if (filter === 3) return (left + above) >> 1
  if (filter !== 4) return 0
  const toLeft = Math.abs(above - corner)
  const toAbove = Math.abs(left - corner)
  const toCorner = Math.abs(left + above - 2 * corner)
  if (toLeft <= toAbove && toLeft <= toCorner) return left
  return toAbove <= toCorner ? above : corner
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** As in the PNG specification, annex D. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}
