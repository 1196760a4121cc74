import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteContext } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { separator } from '#src/i18n/labels.ts'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useTicketSearch } from '#src/routes/-flow/tickets/use-ticket-search.ts'
import { ErrorMessage } from '#src/routes/-query/error-message.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useCurrentUserId, useIsFamily, useMayOpen } from '#src/routes/-query/use-session.ts'
import { readRecentFinds, saveRecentFinds } from '#src/storage/recent-finds.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { type CommandGroup, CommandList } from '#src/ui/overlay/command-list.tsx'
import type { FinderEffect } from './finder-actions.ts'
import { createSearch } from './search-index.ts'
import { type Found, useFinderGroups } from './use-finder-groups.ts'

const maxRecent = 5

/** Finds actions, pages, children, lessons, contracts, courses, and for administrators users. */
export function FinderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const open = useRouteContext({ from: '__root__', select: (context) => context.openPath })
  const userId = useCurrentUserId()
  const [recent] = useState(() => readRecentFinds(window, userId))
  const takeEffect = useEffects()
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (next: Asking | null) => {
    setAsking(next)
    setText('')
  }
  const select = (found: Found) => {
    if ('choices' in found) return ask(found)
    onClose()
    if ('effect' in found) return takeEffect(found.effect)
    const { href } = found
    const { title, note, icon } = asking ? { ...asking, note: `${found.title}${separator}${found.note}` } : found
    const find = { title, icon, href, ...(note !== undefined && { note }) }
    saveRecentFinds(window, userId, [find, ...recent.filter((each) => each.href !== href)].slice(0, maxRecent))
    open(href)
  }
  const { groups, isSearching, error } = useFinderGroups(text)
  const isFamily = useIsFamily()
  const isAdministrator = useMayOpen('admin')
  const staffPlaceholder = isAdministrator ? t`Страница, человек, договор или платёж` : t`Страница или курс`
  const pagePlaceholder = isFamily ? t`Страница, занятие, договор или платёж` : staffPlaceholder
  const placeholder = asking ? t`Какой договор?` : pagePlaceholder
  const chosen = useChoices(asking, text)
  const all = asking ? chosen : text === '' ? [{ key: 'recent', title: t`Недавнее`, items: recent }, ...groups] : groups
  const commands: CommandGroup[] = all.map(({ key, title, items }) => ({
    key,
    title,
    items: items.map((found) => ({
      key: `${key} ${keyOf(found)} ${found.title}`,
      title: <SchoolText>{found.title}</SchoolText>,
      note: found.note && <SchoolText>{found.note}</SchoolText>,
      icon: found.icon,
      onSelect: () => select(found),
    })),
  }))
  return (
    <Dialog
      title={<Trans>Поиск по кабинету</Trans>}
      onClose={onClose}
      footer={
        asking && (
          <Button onClick={() => ask(null)}>
            <Trans>Назад</Trans>
          </Button>
        )
      }
    >
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

type Asking = Extract<Found, { choices: unknown }>

/** The contracts of an action that match the text. */
function useChoices(asking: Asking | null, text: string): { key: string; title: string; items: Found[] }[] {
  const search = useMemo(() => createSearch(asking?.choices ?? []), [asking])
  if (asking === null) return []
  const { title, choices } = asking
  return [{ key: 'choices', title, items: text.trim() === '' ? choices : search(text) }]
}

function keyOf(found: Found): string {
  if ('choices' in found) return 'choices'
  return 'effect' in found ? found.effect : found.href
}

/** What actions do that open no page. */
function useEffects(): (effect: FinderEffect) => void {
  const { theme, setLocale } = useRouteContext({ from: '__root__' })
  const tickets = useTicketSearch()
  return (effect) => {
    switch (effect) {
      case 'write':
        return tickets.open({ tickets: 'new' })
      case 'dark':
      case 'light':
        return theme.choose(effect)
      case 'ru':
      case 'en':
        return void setLocale(effect)
    }
  }
}

function NoResult({ isSearching, error }: { isSearching: boolean; error: Error | null }) {
  if (isSearching) return <Trans>Ищем…</Trans>
  return error ? <ErrorMessage error={error} /> : <Trans>Ничего не нашлось. Попробуйте другое слово.</Trans>
}
