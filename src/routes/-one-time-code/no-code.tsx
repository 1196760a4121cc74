import { Trans } from '@lingui/react/macro'
import type { CodeRefusal } from '#src/machines/one-time-code.ts'
import { Notice } from '#src/ui/notice.tsx'
import { RefusalWords } from './refusal-words.tsx'
import { WaitWords } from './wait-words.tsx'

/** There is no code to enter: why, and when there may be one. */
export function NoCode({ refusal }: { refusal: CodeRefusal }) {
  return (
    <Notice tone="error" role="alert" title={<RefusalWords refusal={refusal} />}>
      {refusal.retryAfter !== null && (
        <Trans>
          Снова можно будет через <WaitWords seconds={refusal.retryAfter} />
        </Trans>
      )}
    </Notice>
  )
}
