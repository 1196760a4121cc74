import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { FakeUpload } from '#tests/support/browser/fake-upload.ts'
import { textOf } from '#tests/support/browser/text.ts'

const save = 'PATCH /api/v1/profile'
const report = 'POST /api/v1/system/page-error'
const url = '/storage/avatars/name.webp'
const photo = new File(['…'], 'Я на море.JPG', { type: 'image/jpeg' })

beforeEach(() => {
  FakeUpload.sent = []
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ drawImage: () => undefined })
      convertToBlob = async ({ type }: { type: string }) => new Blob(['square'], { type })
    },
  )
  URL.createObjectURL = (file) => `blob:${(file as File).name}`
  URL.revokeObjectURL = () => undefined
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function open({ avatar = null, replies = {} }: { avatar?: string | null; replies?: Record<string, Reply> } = {}) {
  const app = await visit('/profile', { 'GET /api/v1/profile': { body: person(['student'], { avatar }) }, ...replies })
  Object.assign(app.window, { XMLHttpRequest: FakeUpload })
  await userEvent.click(await screen.findByRole('button', { name: /фото$/ }))
  await screen.findByRole('dialog')
  return app
}

async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is nowhere to choose a file')
  fireEvent.change(input, { target: { files: [file] } })
}

async function pressSave(file = photo): Promise<void> {
  await choose(file)
  fireEvent.load(await screen.findByAltText('Кадр'))
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
}

async function chooseAndSave(file = photo): Promise<FakeUpload> {
  await pressSave(file)
  return waitFor(() => FakeUpload.sent[0] ?? Promise.reject(new Error('nothing was sent')))
}

describe('A file dropped on the present picture', () => {
  const drop = async (file: File) => {
    await visit('/profile', { 'GET /api/v1/profile': { body: person(['student']) } })
    fireEvent.drop(await screen.findByRole('button', { name: 'Добавить фото' }), { dataTransfer: { files: [file] } })
    return screen.findByRole('dialog', { name: 'Ваше фото' })
  }

  test('opens the dialog with that picture', async () => {
    await drop(photo)
    expect(screen.getByAltText('Кадр').getAttribute('src')).toBe(`blob:${photo.name}`)
  })
})

describe('A new picture', () => {
  test('is cropped, uploaded with its type and extension, and saved as the avatar', async () => {
    const { callsOf } = await open({ replies: { [save]: { body: person(['student'], { avatar: url }) } } })
    const upload = await chooseAndSave()
    const [sent] = FakeUpload.sent
    expect(sent?.call).toBe('POST /api/v1/storage/avatar')
    expect(sent?.headers).toMatchObject({
      'Content-Type': 'image/jpeg',
      'X-File-Extension': 'jpg',
      'X-Requested-With': 'lk',
      'X-Acting-User': person([]).id,
    })
    expect(sent?.file?.name).toBe('Я на море.jpg')
    upload.answer(200, { url })
    await screen.findByText('Сохранено')
    expect(callsOf(save).map(({ body }) => body)).toEqual([JSON.stringify({ avatar: url })])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('keeps its transparency: other types than JPEG are sent as PNG', async () => {
    await open()
    await chooseAndSave(new File(['…'], 'знак.webp', { type: 'image/webp' }))
    const [sent] = FakeUpload.sent
    expect([sent?.file?.name, sent?.headers['Content-Type'], sent?.headers['X-File-Extension']]).toEqual([
      'знак.png',
      'image/png',
      'png',
    ])
  })

  test('shows the progress of the upload', async () => {
    await open()
    const upload = await chooseAndSave()
    upload.upload.onprogress({ loaded: 30, total: 120 })
    const bar = await screen.findByRole('progressbar', { name: 'Отправляем фото' })
    await waitFor(() => expect(textOf(bar.parentElement as HTMLElement)).toMatch(/25\s?%/))
  })

  test('is not saved when the upload is cancelled', async () => {
    const { callsOf } = await open()
    const upload = await chooseAndSave()
    await userEvent.click(screen.getByRole('button', { name: 'Отменить' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([upload.wasAborted, callsOf(save)]).toEqual([true, []])
  })
})

describe('A picture that fails shows the reason', () => {
  test.each([
    ['not-a-picture', /Это не картинка/],
    ['too-complex', /устроен слишком сложно/],
    ['infected', /найден вирус/],
    ['too-many-pixels', /больше 25 мегапикселей/],
    ['truncated', /обрывается на середине/],
  ])('%s, and the picture stays to be tried again', async (message, text) => {
    await open()
    ;(await chooseAndSave()).refuse('invalid-values', 422, [{ path: 'file', message }])
    expect(textOf(await screen.findByRole('alert'))).toMatch(text)
    expect(screen.getByAltText('Кадр')).toBeTruthy()
  })

  test('a file that the browser cannot decode', async () => {
    await open()
    vi.stubGlobal('createImageBitmap', async () => Promise.reject(new DOMException('', 'InvalidStateError')))
    await pressSave()
    await waitFor(() => expect(textOf(screen.getByRole('alert'))).toMatch(/файл испорчен/))
  })

  test('an API that the browser lacks, with a report to the server', async () => {
    const { callsOf } = await open({ replies: { [report]: { body: null, status: 204 } } })
    vi.stubGlobal('OffscreenCanvas', undefined)
    await pressSave()
    await waitFor(() => expect(textOf(screen.getByRole('alert'))).toMatch(/Что-то пошло не так. Попробуйте ещё раз./))
    const [sent, ...others] = callsOf(report).map(({ body }) => JSON.parse(body ?? ''))
    expect([sent.name, sent.page, others]).toEqual(['TypeError', '/profile', []])
    expect(screen.queryByText('Мы получили отчёт об ошибке.')).toBeNull()
  })

  test('a connection that broke', async () => {
    await open()
    ;(await chooseAndSave()).onerror()
    const refusal = await screen.findByRole('alert')
    await waitFor(() => expect(textOf(refusal)).toContain('Нет связи'))
  })

  test('a file of another kind, before anything is sent', async () => {
    await open()
    await choose(new File(['<svg/>'], 'знак.svg', { type: 'image/svg+xml' }))
    expect(textOf(await screen.findByRole('alert'))).toMatch(/Подойдут JPEG, PNG, WebP и GIF/)
    expect(FakeUpload.sent).toEqual([])
  })

  test('a file that the browser cannot show', async () => {
    await open()
    await choose(photo)
    fireEvent.error(await screen.findByAltText('Кадр'))
    expect(textOf(await screen.findByRole('alert'))).toMatch(/файл испорчен/)
    expect(screen.queryByAltText('Кадр')).toBeNull()
  })
})
