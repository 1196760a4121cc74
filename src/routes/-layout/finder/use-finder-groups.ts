import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Contract, Operation } from '#contract/enrolment/contracts.ts'
import type { IconName } from '#contract/enumerations.ts'
import { fullName } from '#contract/people/names.ts'
import { type Screen, screens } from '#contract/screens.ts'
import { contractSearchQuery, usersQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { coursesQuery } from '#src/api/catalog.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { childrenOf } from '#src/api/profile.ts'
import { homeworkQuery } from '#src/api/progress.ts'
import { formatQueryString } from '#src/api/query-string.ts'
import { homeworkToDo } from '#src/domain/homework.ts'
import { entryTitleOf } from '#src/domain/schedule-entries.ts'
import { startOfWeek } from '#src/i18n/calendar-days.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { foundByText } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useCanPayOnline } from '#src/routes/-flow/payments/pay-link.tsx'
import { panelAddress } from '#src/routes/-layout/menu-places.ts'
import { useMenu } from '#src/routes/-layout/use-menu.ts'
import { useIsClosed, useQueryIfOpen } from '#src/routes/-query/use-is-closed.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useIsFamily, useMayOpen, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { useUpcomingEntries } from '#src/routes/-query/use-upcoming-entries.ts'
import { type ContractStep, type FinderEffect, finderActions } from './finder-actions.ts'
import { homeworkDeadline } from './homework-deadline.ts'
import { createSearch } from './search-index.ts'
import { sumToPayOf } from './sum-to-pay.ts'

/** A result: a page of the app, an effect, or a question which page; with what it is about and other words for it. */
export type Found = { title: string; note?: string; words?: string; icon: IconName } & (
  | { href: string }
  | { effect: FinderEffect }
  | { choices: FoundPage[] }
)
type FoundPage = Extract<Found, { href: string }>

const minServerText = 2
/** Milliseconds without a key before the server is asked. */
const typingDebounceMs = 250
const maxServerResults = 6

type FinderGroups = {
  groups: { key: string; title: string; items: Found[] }[]
  /** Of the server. */
  isSearching: boolean
  error: Error | null
}

/** What answers a text, the group of the best result first: what the browser has, then results of the server. */
export function useFinderGroups(text: string): FinderGroups {
  const { t } = useLingui()
  const family = useFamilyResults()
  const [pages, actions] = [usePages(), useActions(family.steps)]
  // An action that only opens a page of the menu lends that page its words.
  const named =
    ({ title }: Found) =>
    (other: Found) =>
      other.title === title
  const offered = [
    { key: 'pages', title: t`Разделы`, items: pages.map((page) => ({ ...actions.find(named(page)), ...page })) },
    { key: 'actions', title: t`Действия`, items: actions.filter((action) => !pages.some(named(action))) },
    { key: 'children', title: t`Дети`, items: family.children },
    { key: 'lessons', title: t`Ближайшие занятия`, items: family.lessons },
    { key: 'homework', title: t`Задания недели`, items: family.homework },
    { key: 'contracts', title: t`Договоры`, items: family.contracts },
    // They have no other name than their number.
    { key: 'payments', title: t`Платежи`, items: /\d/.test(text) ? family.payments : [] },
  ]
  const searched = text.trim()
  const { courses, users, foundContracts, ...search } = useServerResults(searched)
  const find = useSearch(offered)
  const isStaff = useMayOpen('admin')
  const own = searched === '' ? offered : find(searched)
  // A surname may be similar to a word of a page: the staff searches for people before what is only similar.
  const isLater = (group: Groups[number]) => isStaff && searched !== '' && !hasText(group, searched)
  const groups = [
    ...own.filter((group) => !isLater(group)),
    { key: 'courses', title: t`Курсы`, items: courses },
    { key: 'users', title: t`Пользователи`, items: users },
    { key: 'found-contracts', title: t`Договоры и платежи`, items: foundContracts },
    ...own.filter(isLater),
  ]
  return { groups, ...search }
}

type Groups = FinderGroups['groups']

/** Whether a result contains the text as it is typed. */
function hasText({ items }: Groups[number], text: string): boolean {
  const typed = text.toLowerCase()
  return items.some(({ title, note = '', words = '' }) => `${title} ${note} ${words}`.toLowerCase().includes(typed))
}

/** Searches the groups, that of the best result first. Equal groups of a later render keep the index. */
function useSearch(groups: Groups): (text: string) => Groups {
  const documents = JSON.stringify(groups.flatMap(({ key, items }) => items.map((found) => ({ ...found, key }))))
  const search = useMemo(() => createSearch(JSON.parse(documents) as (Found & { key: string })[]), [documents])
  return (text) =>
    [...Map.groupBy(search(text), ({ key }) => key)].flatMap(([key, items]) => {
      const group = groups.find((each) => each.key === key)
      return group === undefined ? [] : [{ ...group, items }]
    })
}

/** What people come to do, for the selected role group. `steps`: the pages of the steps that contracts have. */
function useActions(steps: Record<ContractStep, FoundPage[]>): Found[] {
  const { i18n } = useLingui()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  const isOnline = useCanPayOnline()
  const isClosed = useIsClosed()
  const isClosedPath = (href: string) =>
    Object.values<Screen>(screens).some(
      ({ name, address }) => address !== null && isClosed(name) && withoutSearch(href) === withoutSearch(address),
    )
  return finderActions
    .filter(({ groups }) => groups === undefined || (group !== null && groups.includes(group)))
    .filter((action) => !('href' in action && isClosedPath(action.href)))
    .flatMap(({ groups: _, title, ...action }): Found[] => {
      const found = { ...action, title: i18n._(title) }
      if ('contracts' in found) return toContractAction(found, steps[found.contracts])
      return ['online' in found && isOnline ? { ...found, href: found.online } : found]
    })
}

/** Opens the step of the only contract that has it, or asks for the contract. */
function toContractAction(
  { contracts: _, href, ...action }: { contracts: ContractStep; href?: string } & Omit<FoundPage, 'href'>,
  choices: FoundPage[],
): Found[] {
  if (choices.length > 1) return [{ ...action, choices }]
  const target = choices[0]?.href ?? href
  return target === undefined ? [] : [{ ...action, href: target }]
}

/** The path without a slash at its end. */
function withoutSearch(href: string): string {
  return (href.split('?')[0] ?? '').replace(/\/$/, '')
}

function usePages(): Found[] {
  const menu = useMenu() ?? []
  return (
    menu
      .flatMap(({ links }) => links)
      // Each part of the admin panel is an action, with its synonyms.
      .filter(({ external, href }) => !external && !href.startsWith(panelAddress('overview')))
      .map(({ title, icon, href }) => ({ title, icon: (icon ?? 'arrow-right') as IconName, href }))
  )
}

const maxLessons = 20

type FamilyResults = Record<'children' | 'lessons' | 'homework' | 'contracts' | 'payments', Found[]> & {
  steps: Record<ContractStep, FoundPage[]>
}

/** Children, upcoming lessons, homework to do, contracts and payments; a failure only makes the list shorter. */
function useFamilyResults(): FamilyResults {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { now, today } = useSchoolNow()
  const isFamily = useIsFamily()
  const group = useSessionSelector(({ context }) => context.roleGroup)
  const { data: people = [] } = useQuery({ ...optionalQuery(childrenOf('seesLearning')), enabled: group === 'parent' })
  const { data: contracts = noContracts } = useQueryIfOpen('contracts-and-payments', contractsQuery(), isFamily)
  const ofContracts = useContractResults(contracts)
  const { entries } = useUpcomingEntries()
  const { data: week } = useQueryIfOpen('homework', homeworkQuery(startOfWeek(today)), isFamily)
  const homework = week ? homeworkToDo(week) : []
  const nameOf = (child: string) => people.find(({ uuid }) => uuid === child)?.firstName
  return {
    children: people.flatMap(({ uuid, firstName }) => [
      {
        title: t`${firstName}: расписание`,
        icon: 'calendar',
        href: `/schedule${formatQueryString({ filter: { child: uuid } })}`,
      },
      { title: t`${firstName}: оценки`, icon: 'grade-book', href: `/grade-book/${formatQueryString({ child: uuid })}` },
      {
        title: t`${firstName}: посещаемость`,
        icon: 'progress',
        href: `/progress${formatQueryString({ child: uuid })}`,
      },
    ]),
    lessons: entries
      .filter(({ category, endsAt }) => category !== 'vacations' && Date.parse(endsAt) > now)
      .slice(0, maxLessons)
      .map((entry) => ({
        title: entryTitleOf(entry),
        note: [dates.dateTime(entry.startsAt), ...entry.students.map(nameOf)].filter(Boolean).join(separator),
        icon: 'calendar',
        href: `/schedule${formatQueryString({ date: dates.dayOf(entry.startsAt), item: entry.key })}`,
      })),
    homework: homework.map(({ uuid, studentUuid, subject, title, scheduledOn, ...due }) => ({
      title: `${subject}: ${title}`,
      note: [homeworkDeadline(due, { dates, i18n }), nameOf(studentUuid)].filter(Boolean).join(separator),
      words: 'домашка дз homework',
      icon: 'schedule-self-study',
      href: `/schedule${formatQueryString({ date: scheduledOn, item: uuid })}`,
    })),
    ...ofContracts,
  }
}

const noContracts: readonly Contract[] = []

/** Contracts, payments and steps: a family may have hundreds of payments, and each key that is typed renders. */
function useContractResults(contracts: readonly Contract[]): Pick<FamilyResults, 'contracts' | 'payments' | 'steps'> {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { today } = useSchoolNow()
  return useMemo(() => {
    const operationsOf = ({ payments }: Contract) => payments.flatMap(({ operations }) => operations)
    const sumOf = ({ amount, at }: Operation) =>
      [formatMoney(amount, i18n.locale), dates.day(dates.dayOf(at))].join(', ')
    const about = ({ number, student }: Contract, sum?: string) =>
      [student.firstName, sum, t`Договор ${number}`].filter(Boolean).join(separator)
    return {
      contracts: contracts.map((contract) => {
        const { uuid, number, program, student } = contract
        const toPay = sumToPayOf(contract, { today, dates, i18n })
        return {
          title: program.title,
          note: [t`Договор ${number}`, student.firstName, toPay].filter(Boolean).join(separator),
          icon: 'wallet',
          href: `/contracts-and-payments/${uuid}`,
        }
      }),
      payments: contracts.flatMap((contract) =>
        operationsOf(contract).flatMap((operation): Found[] => {
          const { number } = operation
          if (number === undefined) return []
          const note = [sumOf(operation), contract.program.title, contract.student.firstName].join(separator)
          return [{ title: t`Платёж ${number}`, note, icon: 'wallet', href: pathOfOperation(contract, operation) }]
        }),
      ),
      steps: {
        termination: contracts
          .filter(({ canTerminate, termination }) => canTerminate && !termination)
          .map((contract) => ({
            title: contract.program.title,
            note: about(contract),
            icon: 'contract-decline',
            href: `/contracts-and-payments/${contract.uuid}${formatQueryString({ dialog: 'terminate' })}`,
          })),
        receipts: contracts.flatMap((contract): FoundPage[] => {
          const last = operationsOf(contract)
            .filter(({ hasReceipt }) => hasReceipt)
            .toSorted((one, other) => other.at.localeCompare(one.at))[0]
          if (last === undefined) return []
          const { title } = contract.program
          return [
            { title, note: about(contract, sumOf(last)), icon: 'download', href: pathOfOperation(contract, last) },
          ]
        }),
      },
    }
  }, [contracts, today, dates, t, i18n])
}

/** The page of the contract with the operation marked; its documents are beside it. */
function pathOfOperation({ uuid }: Contract, operation: Operation): string {
  return `/contracts-and-payments/${uuid}${formatQueryString({ operation: operation.uuid })}`
}

type ServerResults = Record<'courses' | 'users' | 'foundContracts', Found[]> & Omit<FinderGroups, 'groups'>

function useServerResults(text: string): ServerResults {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const search = useDebouncedText(text)
  const isSearched = search.length >= minServerText
  const isAdministrator = useMayOpen('admin')
  const inCatalog = useQuery({
    ...optionalQuery(coursesQuery({ search })),
    enabled: isSearched && !isAdministrator,
  })
  const amongUsers = useInfiniteQuery({
    ...optionalQuery(usersQuery({ search })),
    enabled: isSearched && isAdministrator,
  })
  const amongContracts = useQuery({
    ...optionalQuery(contractSearchQuery(search)),
    enabled: isSearched && isAdministrator,
  })
  const asked = isAdministrator ? [amongUsers, amongContracts] : [inCatalog]
  const error = asked.find((result) => result.error !== null)?.error ?? null
  const isFetching = asked.some((result) => result.isFetching)
  const courses = inCatalog.data
  const users = amongUsers.data
  return {
    isSearching: text.length >= minServerText && (isFetching || search !== text),
    error: isSearched ? error : null,
    courses: (isSearched ? (courses?.items ?? []) : []).slice(0, maxServerResults).map(({ uuid, title, subject }) => ({
      title,
      note: subject,
      icon: 'catalog' as const,
      href: `/catalog/${uuid}`,
    })),
    users: (isSearched ? (users?.pages[0]?.items ?? []) : []).slice(0, maxServerResults).map((user) => ({
      title: fullName(user),
      note: user.foundBy ? foundByText(user.foundBy, i18n) : [user.email, user.phone].filter(Boolean).join(separator),
      icon: 'profile' as const,
      href: `/adm-panel/${formatQueryString({ user: user.id })}`,
    })),
    foundContracts: (isSearched ? (amongContracts.data ?? []) : [])
      .slice(0, maxServerResults)
      .map(({ uuid, number, program, status, student, customer, receipt }) => ({
        title: t`Договор ${number}`,
        note: [
          receipt &&
            t`платёж ${receipt.number}: ${formatMoney(receipt.amount, i18n.locale)}, ${dates.dateTime(receipt.at)}`,
          program,
          student.name,
          customer.id !== student.id && customer.name,
          i18n._(labelOf(contractStatusLabels, status)),
        ]
          .filter(Boolean)
          .join(separator),
        icon: 'wallet' as const,
        href: `/adm-panel/${formatQueryString({ contract: uuid })}`,
      })),
  }
}

/** The text after a pause in typing. */
function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), typingDebounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
