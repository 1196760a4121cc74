import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { useCurrentUserId, useIsFamily, useMayOpen } from '#src/routes/-query/use-session.ts'
import { readRecentFinds, saveRecentFinds } from '#src/storage/recent-finds.ts'
import { type CommandGroup, CommandList } from '#src/ui/overlay/command-list.tsx'
import { type Found, useFinderGroups } from './use-finder-groups.ts'

const maxRecent = 5

/** Finds pages, children, lessons, contracts, courses, and for administrators users. */
export function FinderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const open = useRouteContext({ from: '__root__', select: (context) => context.openPath })
  const userId = useCurrentUserId()
  const [recent] = useState(() => readRecentFinds(window, userId))
  const select = (found: Found) => {
    saveRecentFinds(window, userId, [found, ...recent.filter(({ href }) => href !== found.href)].slice(0, maxRecent))
    onClose()
    open(found.href)
  }
  const { groups, isSearching, error } = useFinderGroups(text)
  const isFamily = useIsFamily()
  const isAdministrator = useMayOpen('admin')
  const staffPlaceholder = isAdministrator ? t`Страница или пользователь` : t`Страница или курс`
  const placeholder = isFamily ? t`Страница, занятие, договор или курс` : staffPlaceholder
  const all = text === '' ? [{ key: 'recent', title: t`Недавнее`, items: recent }, ...groups] : groups
  const commands: CommandGroup[] = all.map(({ key, title, items }) => ({
    key,
    title,
    items: items.map((found) => ({ ...found, key: `${key} ${found.href}`, onSelect: () => select(found) })),
  }))
  return (
    <Dialog title={<Trans>Поиск по кабинету</Trans>} onClose={onClose}>
      <CommandList
        label={t`Поиск по кабинету`}
        placeholder={placeholder}
        text={text}
        onTextChange={setText}
        groups={commands}
        empty={<NoResult isSearching={isSearching} error={error} />}
      />
    </Dialog>
  )
}

function NoResult({ isSearching, error }: { isSearching: boolean; error: Error | null }) {
  if (isSearching) return <Trans>Ищем…</Trans>
  return error ? <ErrorMessage error={error} /> : <Trans>Ничего не нашлось. Попробуйте другое слово.</Trans>
}
