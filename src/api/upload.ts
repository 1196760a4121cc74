import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { importFileLimits } from '#contract/limits.ts'
import { ApiError, parseProblem } from './api-error.ts'
import type { ClientOptions } from './http.ts'

type UploadCall = 'POST /v1/storage/avatar' | 'POST /v1/storage/ticket-file' | 'POST /v1/admin/import'
type Upload = { signal: AbortSignal; onProgress: (share: number) => void }

/** Milliseconds. Uploads may take longer than other calls. */
const timeout = 60_000

/** Uploads an avatar with its type and file extension (S5). */
export function uploadPicture(options: ClientOptions, file: File, upload: Upload) {
  const own = { 'X-File-Extension': extensionOf(file.name) }
  return uploadFile('POST /v1/storage/avatar', options, file, own, upload)
}

/** Uploads a file of a ticket with its type and name. */
export function uploadTicketFile(options: ClientOptions, file: File, upload: Upload) {
  const own = { 'X-File-Name': encodeURIComponent(file.name.slice(-150)) }
  return uploadFile('POST /v1/storage/ticket-file', options, file, own, upload)
}

/** Uploads a file of the import. Systems name the types of archives and tables differently. */
export function uploadImport(options: ClientOptions, file: File, upload: Upload) {
  const own = { 'X-File-Name': encodeURIComponent(file.name.slice(-150)) }
  const content = new File([file], file.name, { type: importFileLimits.mediaType })
  return uploadFile('POST /v1/admin/import', options, content, own, upload)
}

/**
 * Uses XMLHttpRequest, because `fetch` reports no upload progress. Throws an `ApiError`, or an AbortError if `signal`
 * aborts.
 */
async function uploadFile<Call extends UploadCall>(
  call: Call,
  { baseURL, language, actingUser, browser }: ClientOptions,
  file: File,
  own: Record<string, string>,
  { signal, onProgress }: Upload,
): Promise<AnswerOf<Calls[Call]>> {
  signal.throwIfAborted()
  const request = new (browser().XMLHttpRequest)()
  const user = actingUser()
  const headers = {
    Accept: 'application/json',
    'Accept-Language': language(),
    'X-Requested-With': 'lk',
    ...(user === null ? {} : { 'X-Acting-User': user }),
    'Content-Type': file.type,
    ...own,
  }
  return new Promise((resolve, reject) => {
    request.open('POST', baseURL + call.slice('POST '.length))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeout
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => answerOf<Call>(request).then(resolve, reject)
    request.onerror = () => reject(new ApiError('offline', null, null))
    request.ontimeout = () => reject(new ApiError('timeout', null, null))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

async function answerOf<Call extends UploadCall>(request: XMLHttpRequest): Promise<AnswerOf<Calls[Call]>> {
  const { status, responseText } = request
  const type = request.getResponseHeader('content-type') ?? ''
  if (status !== 200) {
    const problem = parseProblem(new Headers({ 'content-type': type }), responseText)
    throw new ApiError(problem?.type ?? 'unknown', status, problem)
  }
  if (!type.startsWith('application/json')) throw new ApiError('unreadable', status, null)
  return JSON.parse(responseText) as AnswerOf<Calls[Call]>
}

function extensionOf(name: string): string {
  return (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()
}
