import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { ApiError, parseProblem } from './api-error.ts'
import type { ClientOptions } from './http.ts'

type Uploaded = AnswerOf<Calls['POST /v1/storage/avatar']>

/** Milliseconds. Uploads may take longer than other calls. */
const timeout = 60_000

/**
 * Uploads an image with its type and file extension (S5, D-24). Uses XMLHttpRequest, because `fetch` reports no
 * upload progress. Throws an `ApiError`, or an AbortError if `signal` aborts.
 */
export async function uploadPicture(
  { baseURL, language, actingUser, browser }: ClientOptions,
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Uploaded> {
  signal.throwIfAborted()
  const request = new (browser().XMLHttpRequest)()
  const user = actingUser()
  const headers = {
    Accept: 'application/json',
    'Accept-Language': language(),
    'X-Requested-With': 'lk',
    ...(user === null ? {} : { 'X-Acting-User': user }),
    'Content-Type': file.type,
    'X-File-Extension': extensionOf(file.name),
  }
  return new Promise((resolve, reject) => {
    request.open('POST', `${baseURL}/v1/storage/avatar`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeout
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => answerOf(request).then(resolve, reject)
    request.onerror = () => reject(new ApiError('offline', null, null))
    request.ontimeout = () => reject(new ApiError('timeout', null, null))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

async function answerOf(request: XMLHttpRequest): Promise<Uploaded> {
  const { status, responseText } = request
  const type = request.getResponseHeader('content-type') ?? ''
  if (status !== 200) {
    const problem = parseProblem(new Headers({ 'content-type': type }), responseText)
    throw new ApiError(problem?.type ?? 'unknown', status, problem)
  }
  if (!type.startsWith('application/json')) throw new ApiError('unreadable', status, null)
  return JSON.parse(responseText) as Uploaded
}

function extensionOf(name: string): string {
  return (/\.([^.]+)$/.exec(name)?.[1] ?? '').toLowerCase()
}
