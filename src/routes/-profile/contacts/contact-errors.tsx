import { Trans } from '@lingui/react/macro'
import type { Channel, CodeError } from '#src/machines/one-time-code.ts'
import { CodeErrorMessage } from '#src/routes/-flow/account/one-time-code/code-form.tsx'

/** Why a typed contact is none. */
export function ContactErrorText({ error, channel }: { error: string; channel: Channel }) {
  if (error === 'same') return <Trans>Это уже указано в профиле. Введите новое.</Trans>
  if (error === 'plus-eight') return <Trans>С +8 номера не начинаются: для России введите +7 или 8.</Trans>
  if (error === 'not-ten-digits')
    return <Trans>Нужно ровно десять цифр после +7. Проверьте, нет ли лишней или пропущенной.</Trans>
  if (error === 'no-country-code')
    return <Trans>Номер не похож на российский. Номер другой страны начните с + и кода страны.</Trans>
  if (channel === 'email') return <Trans>Адрес не похож на почту. Проверьте, всё ли набрано: имя@сайт.ру</Trans>
  return <Trans>Номер не похож на телефон. Введите его с кодом страны: +7 912 345-67-89</Trans>
}

/** Why the server did not take a contact. */
export function ContactRefusalText({ refusal }: { refusal: CodeError }) {
  if (refusal.type === 'invalid-values')
    return <Trans>Это значение не принято. Проверьте, всё ли набрано, и подтвердите его кодом.</Trans>
  return <CodeErrorMessage refusal={refusal} />
}
