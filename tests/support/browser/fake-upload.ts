import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { FieldError } from '#contract/problem.ts'

/** The XMLHttpRequest of the page; the test answers it. */
export class FakeUpload {
  static sent: FakeUpload[] = []
  upload: { onprogress: (event: { loaded: number; total: number }) => void } = { onprogress: () => undefined }
  onload = () => undefined
  onerror = () => undefined
  onabort = () => undefined
  status = 0
  responseText = ''
  wasAborted = false
  call = ''
  file: File | null = null
  headers: Record<string, string> = {}
  type = ''

  open(method: string, address: string) {
    this.call = `${method} ${address}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader() {
    return this.type
  }
  send(file: File) {
    this.file = file
    FakeUpload.sent.push(this)
  }
  abort() {
    this.wasAborted = true
    this.onabort()
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.responseText = JSON.stringify(body)
    this.type = status === 200 ? 'application/json' : 'application/problem+json'
    this.onload()
  }
  refuse(type: string, status: number, errors?: FieldError[]) {
    this.answer(status, { type, title: type, status, detail: type, errors })
  }
}

/** What the server answers to the file of `chooseFile`. */
export const uploadedFile = {
  uuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c21',
  name: 'чек.pdf',
  mediaType: 'application/pdf',
  size: 1,
}

/** Attaches a file to the message that is written; the test answers the upload. */
export async function chooseFile(window: Window): Promise<FakeUpload> {
  Object.assign(window, { XMLHttpRequest: FakeUpload })
  FakeUpload.sent = []
  const { name, mediaType } = uploadedFile
  await userEvent.upload(await screen.findByLabelText('Выбрать файлы'), new File(['…'], name, { type: mediaType }))
  return waitFor(() => FakeUpload.sent[0] ?? Promise.reject(new Error('nothing was sent')))
}

/** Presses a button as soon as it is there. */
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** The texts that were sent. */
export const textsOf = (requests: { body: string | null }[]) =>
  requests.map(({ body }) => (JSON.parse(body ?? '{}') as { contentHtml: string }).contentHtml)
