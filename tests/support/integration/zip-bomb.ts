import { constants, deflateRawSync } from 'node:zlib'

const part = 2 ** 26

/** A file of a zip with zeros, ten gibibytes in ten megabytes. The directory may declare another size. */
export function zipOfZeros(name: string, bytes: number, declared = bytes): Buffer {
  const parts = deflateRawSync(Buffer.alloc(part), { finishFlush: constants.Z_FULL_FLUSH })
  const rest = deflateRawSync(Buffer.alloc(bytes % part))
  const content = Buffer.concat([...Array<Buffer>(Math.floor(bytes / part)).fill(parts), rest])
  const path = Buffer.from(name)
  // ZIP64: the size is above four gibibytes.
  const size = Buffer.alloc(12)
  size.writeUInt16LE(1, 0)
  size.writeUInt16LE(8, 2)
  size.writeBigUInt64LE(BigInt(declared), 4)
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(path.length, 26)
  const entry = Buffer.alloc(46)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(content.length, 20)
  entry.writeUInt32LE(0xffffffff, 24)
  entry.writeUInt16LE(path.length, 28)
  entry.writeUInt16LE(size.length, 30)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + path.length + size.length, 12)
  end.writeUInt32LE(local.length + path.length + content.length, 16)
  return Buffer.concat([local, path, content, entry, path, size, end])
}
