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
