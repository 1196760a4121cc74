import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import type { SentCode } from '#src/machines/two-factor.ts'
import { CodeForm } from './code-form.tsx'

type KnownOfSent = ComponentProps<typeof CodeForm>['known'] & Pick<Partial<SentCode>, 'channel' | 'target'>

type SentCodeFormProps = Omit<ComponentProps<typeof CodeForm>, 'known' | 'hint' | 'aside'> & { known: KnownOfSent }

/** Field of a code whose recipient the server has chosen, with where it was sent. */
export function SentCodeForm({ known, ...form }: SentCodeFormProps) {
  const { t } = useLingui()
  return <CodeForm {...form} known={known} hint={form.sending ? t`Отправляем код…` : <WhereSent {...known} />} />
}

/** Masked, and unknown if another page has requested the code. */
function WhereSent({ channel, target }: Pick<KnownOfSent, 'channel' | 'target'>) {
  if (channel === 'phone') return <Trans>6 цифр из СМС на номер {target}</Trans>
  if (channel === 'email') return <Trans>6 цифр из письма на адрес {target}</Trans>
  return <Trans>6 цифр из последнего сообщения: оно уже отправлено</Trans>
}
