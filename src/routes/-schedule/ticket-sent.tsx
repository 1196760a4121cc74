import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** The number by which the letter is known from now on. */
export function TicketSent({ number }: { number: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(number).then(
      () => setCopied(true),
      // It stands there to be copied by hand.
      () => setCopied(false),
    )
  return (
    <div role="status" className="flex flex-col items-center gap-sm py-base text-center">
      <span className="inline-flex size-[72px] items-center justify-center rounded-full bg-surface-success text-ink-success">
        <Icon name="check" size={32} />
      </span>
      <p className="text-xl font-strong">
        <Trans>Обращение {number} отправлено</Trans>
      </p>
      <p className="max-w-narrow text-balance text-ink-muted">
        <Trans>Ответ появится здесь же, в «Моих обращениях».</Trans>
      </p>
      <Button size="small" icon={isCopied && <Icon name="check" size={16} />} onClick={copy}>
        {isCopied ? <Trans>Номер скопирован</Trans> : <Trans>Скопировать номер</Trans>}
      </Button>
    </div>
  )
}
