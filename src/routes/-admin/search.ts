import type { PanelSearch } from '#contract/screen-searches.ts'

export type { PanelSearch }

import { type AuditAction, auditActions, type UserStatus, userStatuses } from '#contract/enumerations.ts'
import { searchLength } from '#contract/limits.ts'
import { type RoleGroup, roleGroups } from '#contract/roles.ts'
import { isDay } from '#src/i18n/dates.ts'

export type PanelFilter = {
  group?: RoleGroup | undefined
  status?: UserStatus | undefined
  action?: AuditAction | undefined
  actor?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Whatever the address holds; what nobody knows is left out. */
export function readPanelSearch({ tab, search, filter, user, dialog }: Record<string, unknown>): PanelSearch {
  const isOpen = isId(user)
  return {
    ...(tab === 'audit' ? { tab } : {}),
    ...(typeof search === 'string' && search !== '' ? { search: search.slice(0, searchLength) } : {}),
    ...filterPart(
      readFilter(
        (typeof filter === 'object' && filter !== null ? filter : {}) as Record<string, unknown>,
        tab === 'audit',
      ),
    ),
    ...(isOpen ? { user } : {}),
    ...(isOpen && dialog === 'login' ? { dialog } : {}),
  }
}

/** A filter that narrows nothing stays out of the address. */
export function filterPart(filter: PanelFilter): Pick<PanelSearch, 'filter'> {
  const chosen = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''))
  return Object.keys(chosen).length === 0 ? {} : { filter: chosen }
}

function readFilter(found: Record<string, unknown>, ofLog: boolean): PanelFilter {
  const { group, status, action, actor, subject, from, to } = found
  const known = <Value extends string>(values: readonly Value[], value: unknown) => values.find((one) => one === value)
  const filter = ofLog
    ? {
        action: known(auditActions, action),
        actor: isId(actor) ? actor : undefined,
        subject: isId(subject) ? subject : undefined,
        from: isDay(from) ? from : undefined,
        to: isDay(to) ? to : undefined,
      }
    : { group: known(roleGroups, group), status: known(userStatuses, status) }
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
}
