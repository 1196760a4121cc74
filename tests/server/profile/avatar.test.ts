import { once } from 'node:events'
import { connect } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/people.ts'
import { avatars } from '#server/db/schema/storage.ts'
import { ownsAvatar } from '#server/profile/avatars/avatar-store.ts'
import { picture } from '#tests/support/documents/pictures.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const server = openForSuite(() => openTestApp())
let person: Person & { userId: string; sessionId: string }

beforeEach(async () => {
  await server.opened.database.delete(avatars)
  person = await server.signInAs({ roles: ['student'] })
})

const upload = (who: Person, body: Buffer, type: string, extension?: string) =>
  who.call('POST /v1/storage/avatar', {
    body,
    headers: { 'content-type': type, ...(extension !== undefined && { 'x-file-extension': extension }) },
  })

const storedPictures = () => server.opened.database.select({ name: avatars.name }).from(avatars)

async function refusal(body: Buffer, type: string, extension: string) {
  const answer = await upload(person, body, type, extension)
  const { errors } = answer.json<{ errors: unknown }>()
  return { status: answer.statusCode, errors, stored: await storedPictures() }
}

const refused = (message: string) => ({ status: 422, errors: [{ path: 'file', message }], stored: [] })

describe('Avatars (D-24)', () => {
  test.each([
    ['jpeg', 'image/jpeg', 'jpg'],
    ['jpeg', 'image/jpeg; charset=binary', 'jpeg'],
    ['jpeg', 'image/jpg', 'jpg'],
    // Browsers derive the type from the name: the content decides.
    ['webp', 'image/jpeg', 'jpg'],
    ['png', 'image/jpeg', 'jpg'],
    ['jpeg', 'image/png', 'webp'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/gif', 'gif'],
  ] as const)('in %s, sent as %s .%s, becomes a square WebP at a new address', async (format, type, extension) => {
    const answer = await upload(person, await picture(format, { width: 600, height: 300 }), type, extension)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { url: expect.stringMatching(/^\/storage\/avatars\/[\w-]{43}\.webp$/) },
    ])

    const shown = await server.visitor.open(answer.json<{ url: string }>().url)
    expect([shown.statusCode, shown.headers]).toMatchObject([
      200,
      {
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      },
    ])
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  })

  test('is rotated by EXIF orientation and stripped of metadata', async () => {
    const sideways = await sharp(await picture('jpeg', { width: 600, height: 300 }))
      .withExif({ IFD0: { Artist: 'Мария' }, IFD3: { GPSLatitude: '55/1 45/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { url } = (await upload(person, sideways, 'image/jpeg', 'jpg')).json<{ url: string }>()
    const shown = (await server.visitor.open(url)).rawPayload
    const { exif, orientation } = await sharp(shown).metadata()
    expect([exif, orientation]).toEqual([undefined, undefined])
    const { data } = await sharp(shown)
      .extract({ left: 256, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[2]).toBeGreaterThan(200)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'loses what follows the picture in a polyglot %s',
    async (format) => {
      const script = Buffer.from('<script>alert(document.cookie)</script>PK\x03\x04')
      const both = Buffer.concat([await picture(format, { width: 30, height: 30 }), script])
      const answer = await upload(person, both, `image/${format}`, format === 'jpeg' ? 'jpg' : format)
      const shown = (await server.visitor.open(answer.json<{ url: string }>().url)).rawPayload
      expect(shown.includes('script')).toBe(false)
      expect(await sharp(shown).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    },
  )

  test('can be saved only by its uploader', async () => {
    const { url } = (await upload(person, await picture('png', { width: 8, height: 8 }), 'image/png', 'png')).json<{
      url: string
    }>()
    const other = await server.signInAs({ roles: ['student'] })
    const { database } = server.opened
    expect(await ownsAvatar(database, person.userId, url)).toBe(true)
    expect(await ownsAvatar(database, other.userId, url)).toBe(false)
    for (const foreign of [
      'https://evil.example/a.webp',
      `https://evil.example${url}`,
      `${url}?x`,
      '',
      '/storage/avatars/x.webp',
    ])
      expect(await ownsAvatar(database, person.userId, foreign)).toBe(false)
  })

  test('is deleted after a day if unused; so is the sixth unused upload', async () => {
    const { database } = server.opened
    const small = await picture('png', { width: 8, height: 8 })
    const send = async () => (await upload(person, small, 'image/png', 'png')).json<{ url: string }>().url
    const saved = await send()
    await database.update(users).set({ avatar: saved }).where(eq(users.id, person.userId))
    const unsaved: string[] = []
    for (let count = 0; count < 6; count += 1) {
      server.clock.now = new Date(server.clock.now.getTime() + 1000)
      unsaved.push(await send())
    }
    const status = async (url: string) => (await server.visitor.open(url)).statusCode
    expect(await Promise.all([saved, ...unsaved].map(status))).toEqual([200, 404, 200, 200, 200, 200, 200])

    server.clock.now = new Date(server.clock.now.getTime() + 25 * 3_600_000)
    person = await server.signInAs({ roles: ['student'] })
    const fresh = await send()
    expect(await Promise.all([saved, ...unsaved, fresh].map(status))).toEqual([200, 404, 404, 404, 404, 404, 404, 200])
  })
})

describe('Rejected uploads store nothing', () => {
  test('a file that is not a picture', async () => {
    expect(await refusal(Buffer.from('Просто текст'), 'image/png', 'png')).toEqual(refused('not-a-picture'))
    expect(await refusal(Buffer.alloc(0), 'image/png', 'png')).toEqual(refused('not-a-picture'))
  })

  test('an SVG with the extension of an accepted format', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    expect(await refusal(svg, 'image/png', 'png')).toEqual(refused('not-a-picture'))
    const asItself = await upload(person, svg, 'image/svg+xml', 'svg')
    expect([asItself.statusCode, asItself.json<{ type: string }>().type]).toEqual([415, 'wrong-media-type'])
  })

  test('the extension of a program', async () => {
    const png = await picture('png', { width: 8, height: 8 })
    expect(await refusal(png, 'image/png', 'exe')).toEqual(refused('type-differs'))
  })

  test('a decompression bomb', async () => {
    const bomb = pngOf({ width: 30_000, height: 30_000 })
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await refusal(bomb, 'image/png', 'png')).toEqual(refused('too-many-pixels'))
  })

  test('a file beyond 10 MiB', async () => {
    const answer = await upload(person, Buffer.alloc(10 * 1024 * 1024 + 1), 'image/png', 'png')
    expect([answer.statusCode, answer.json<{ type: string }>().type]).toEqual([413, 'too-large'])
    expect(await storedPictures()).toEqual([])
  })

  test('a file without its type or its extension', async () => {
    const png = await picture('png', { width: 8, height: 8 })
    const typeless = await upload(person, png, '', 'png')
    expect([typeless.statusCode, typeless.json<{ type: string }>().type]).toEqual([415, 'wrong-media-type'])
    const nameless = await upload(person, png, 'image/png')
    expect([nameless.statusCode, nameless.json<{ errors: unknown }>().errors]).toEqual([
      422,
      [{ path: 'x-file-extension', message: 'required' }],
    ])
    expect((await upload(person, png, 'image/png', 'PNG')).statusCode).toBe(422)
    expect(await storedPictures()).toEqual([])
  })

  test('an interrupted upload', async () => {
    const whole = await picture('jpeg', { width: 900, height: 900 })
    const address = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
    const socket = connect(Number(address.port), address.hostname)
    await once(socket, 'connect')
    const lines = [
      'POST /api/v1/storage/avatar HTTP/1.1',
      `Host: ${address.host}`,
      `Cookie: ${Object.entries(person.cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')}`,
      'Sec-Fetch-Site: same-origin',
      'X-Requested-With: lk',
      'Content-Type: image/jpeg',
      'X-File-Extension: jpg',
      `Content-Length: ${whole.length}`,
    ]
    const finished = new Promise((resolve) =>
      server.app.server.once('request', (request) => request.once('close', resolve)),
    )
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(whole.subarray(0, whole.length / 2), () => socket.destroy())
    await finished
    expect(await storedPictures()).toEqual([])
    expect((await upload(person, whole, 'image/jpeg', 'jpg')).statusCode).toBe(200)
  })
})

/** A decompression bomb: a PNG of one colour with some hundred kilobytes that decodes to a gigapixel. */
function pngOf({ width, height }: { width: number; height: number }): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * Math.min(width + 1, 1000)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.concat([name, data])))
  return Buffer.concat([length, name, data, sum])
}

describe('A user can upload at most 20 avatars an hour', () => {
  const noPicture = Buffer.from('no picture')
  const send = async () => (await upload(person, noPicture, 'image/png', 'png')).statusCode
  const wait = (minutes: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + minutes * 60_000)
  }

  test('rejected files count, with Retry-After', async () => {
    for (let count = 0; count < 20; count += 1) expect(await send()).toBe(422)
    wait(15)
    const answer = await upload(person, noPicture, 'image/png', 'png')
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      429,
      '2700',
      expect.objectContaining({ type: 'too-many-requests', status: 429, retryAfter: 2700 }),
    ])
    const other = await server.signInAs({ roles: ['student'] })
    expect((await upload(other, noPicture, 'image/png', 'png')).statusCode).toBe(422)
    wait(45)
    person = await server.signInAs({ roles: ['student'], userId: person.userId })
    for (let count = 0; count < 20; count += 1) expect(await send()).toBe(422)
    const next = await upload(person, noPicture, 'image/png', 'png')
    expect([next.statusCode, next.headers['retry-after']]).toEqual([429, '3600'])
  })
})
