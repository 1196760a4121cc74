import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketFile } from '#contract/people/tickets.ts'
import type { TicketError } from '#src/machines/states/ticket-sending.ts'
import type { Fact } from '#src/machines/ticket.ts'
import { FileList } from '#src/routes/-flow/rich-text/file-list.tsx'
import { RichText } from '#src/routes/-flow/rich-text/rich-text.tsx'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { SendingNotices } from './sending-notices.tsx'

type TicketReviewProps = {
  files: readonly TicketFile[]
  contentHtml: string
  facts: readonly Fact[]
  isAttached: boolean
  refusal: TicketError | null
  /** Whether sending it failed without a connection, and whether there is one again. */
  connection: 'lost' | 'restored' | null
  disabled: boolean
  onAttach: (isAttached: boolean) => void
}

/** Preview of the ticket, and the diagnostics that the user may attach. */
export function TicketReview(props: TicketReviewProps) {
  const { files, contentHtml, facts, isAttached, refusal, connection, disabled, onAttach } = props
  const { t } = useLingui()
  return (
    <div className="flex flex-col gap-base">
      <section aria-label={t`Сообщение`} className="rounded border border-line-soft bg-surface-layout p-base">
        <RichText html={contentHtml} />
        <FileList files={files} />
      </section>
      <section aria-label={t`Что было на экране`} className="flex flex-col gap-sm">
        <Checkbox
          checked={isAttached}
          disabled={disabled}
          hint={t`Так нам легче понять, что вы видели. Без вашего согласия ничего не отправляется.`}
          onChange={(event) => onAttach(event.currentTarget.checked)}
        >
          <Trans>Приложить то, что было на экране</Trans>
        </Checkbox>
        <Disclosure summary={<Trans>Технические подробности</Trans>}>
          <div className="rounded border border-line-soft p-base text-sm [overflow-wrap:anywhere]">
            <DescriptionList entries={facts.map(({ term, value }, at) => ({ key: `${at}`, term, value }))} />
          </div>
        </Disclosure>
      </section>
      <SendingNotices
        refusal={refusal}
        connection={connection}
        title={<Trans>Сообщение не отправлено</Trans>}
        question={<Trans>Связь вернулась. Отправить сообщение?</Trans>}
      />
    </div>
  )
}
