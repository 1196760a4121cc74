import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Fact, LetterRefusal } from '#src/machines/ticket.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { DescriptionList } from '#src/ui/description-list.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { RichText } from './rich-text.tsx'

type LetterReviewProps = {
  contentHtml: string
  facts: readonly Fact[]
  isAttached: boolean
  refusal: LetterRefusal | null
  busy: boolean
  onAttach: (isAttached: boolean) => void
}

/** The whole letter as it will arrive, and what of the screen may go along: that is seen first, and chosen then. */
export function LetterReview({ contentHtml, facts, isAttached, refusal, busy, onAttach }: LetterReviewProps) {
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-base">
      <section aria-label={t`Письмо`} className="rounded border border-line-soft bg-surface-layout p-base">
        <RichText html={contentHtml} />
      </section>
      <section aria-label={t`Что было на экране`} className="flex flex-col gap-sm">
        <Checkbox
          checked={isAttached}
          disabled={busy}
          hint={t`Так нам легче понять, что вы видели. Без вашего согласия ничего не отправляется.`}
          onChange={(event) => onAttach(event.currentTarget.checked)}
        >
          <Trans>Приложить то, что было на экране</Trans>
        </Checkbox>
        <div className="rounded border border-line-soft p-base text-sm [overflow-wrap:anywhere]">
          <DescriptionList entries={facts.map(({ term, value }, at) => ({ key: `${at}`, term, value }))} />
        </div>
      </section>
      {refusal && (
        <Notice tone="error" role="alert" title={<Trans>Письмо не отправлено</Trans>}>
          <ProblemWords type={refusal.type} /> <Wait seconds={refusal.retryAfter} />
          <p>
            <Trans>Текст сохранён на этом устройстве.</Trans>
          </p>
        </Notice>
      )}
    </div>
  )
}

function Wait({ seconds }: { seconds: number | null }) {
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
