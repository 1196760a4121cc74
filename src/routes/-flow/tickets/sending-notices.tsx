import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import { ProblemMessage } from '#src/routes/-query/error-message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'

type SendingNoticesProps = {
  refusal: TicketError | null
  /** Whether sending failed without a connection, and whether there is one again. */
  connection: 'lost' | 'restored' | null
  /** What has failed. */
  title: ReactNode
  /** Asked when the connection is back. */
  question: ReactNode
}

/** Why a text was not sent, and the question whether to send it now. */
export function SendingNotices({ refusal, connection, title, question }: SendingNoticesProps) {
  return (
    <>
      {refusal && (
        <Notice tone="error" role="alert" title={title}>
          <ProblemMessage type={refusal.type} /> <RetryAfter seconds={refusal.retryAfter} />
          <p>
            <Trans>Текст сохранён на этом устройстве.</Trans>{' '}
            {connection === 'lost' && <Trans>Когда связь вернётся, мы спросим, отправить ли его.</Trans>}
          </p>
        </Notice>
      )}
      {connection === 'restored' && (
        <Notice role="alert" title={question}>
          <Trans>Без вашего ответа ничего не отправится. Текст сохранён на этом устройстве.</Trans>
        </Notice>
      )}
    </>
  )
}

/** The session ended before a text was sent; now the user is back. */
export function UnsentNotice({ title }: { title: ReactNode }) {
  return (
    <Notice tone="warning" role="status" title={title}>
      <Trans>Сеанс закончился раньше. Текст сохранён на этом устройстве: проверьте его и отправьте.</Trans>
    </Notice>
  )
}

function RetryAfter({ seconds }: { seconds: number | null }) {
  if (seconds === null) return null
  const minutes = Math.ceil(seconds / 60)
  return (
    <Plural
      value={minutes}
      one="Снова можно будет через # минуту."
      few="Снова можно будет через # минуты."
      many="Снова можно будет через # минут."
      other="Снова можно будет через # минуты."
    />
  )
}
