import { Trans } from '@lingui/react/macro'
import { Failure } from '#src/api/failure.ts'
import { fieldError } from '#src/api/field-errors.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'

/** Why a picture was not taken: the server's own check (D-24), this page's, or whatever befell the call. */
export function PictureFault({ error }: { error: Error | null }) {
  const fault = error instanceof Failure ? fieldError(error, 'file') : 'not-a-picture'
  switch (fault) {
    case 'not-a-picture':
      return <Trans>Это не картинка, или файл испорчен. Подойдут JPEG, PNG, WebP и GIF.</Trans>
    case 'type-differs':
      return <Trans>Внутри файла не то, что в его названии. Сохраните картинку заново и выберите её ещё раз.</Trans>
    case 'too-many-pixels':
      return <Trans>Картинка слишком велика: больше 25 мегапикселей. Уменьшите её и выберите ещё раз.</Trans>
    case 'truncated':
      return <Trans>Файл обрывается на середине. Скачайте или сохраните его заново.</Trans>
    default:
      return error && <FailureWords error={error} />
  }
}
