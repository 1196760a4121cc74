import { Plural, Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ownTextLength } from '#contract/limits.ts'
import { isBlank } from '#contract/rich-text.ts'

/** Why a text cannot be sent as it is, in words; nothing when it can. `isRefused`: the server has said no to it. */
export function letterFault(html: string, isRefused: boolean): ReactNode {
  if (isBlank(html)) return <Trans>Напишите, что случилось или о чём вы просите.</Trans>
  const excess = html.length - ownTextLength
  if (excess <= 0) return isRefused && <Trans>Письмо не принято: оно пустое или слишком длинное. Измените его.</Trans>
  return (
    <Trans>
      Письмо слишком длинное.{' '}
      <Plural
        value={excess}
        one="Сократите его хотя бы на # символ."
        few="Сократите его хотя бы на # символа."
        many="Сократите его хотя бы на # символов."
        other="Сократите его хотя бы на # символа."
      />
    </Trans>
  )
}
