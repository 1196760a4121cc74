import type { RouteName } from './enumerations.ts'

/** Where each route of S2 lives, in the form links use; null for a name without a route (`rki`, D-17). */
export const addressOf: Record<RouteName, string | null> = {
  home: '/',
  logout: '/logout',
  catalog: '/catalog',
  'contracts-and-payments': '/contracts-and-payments',
  'contracts-and-payments-detail': '/contracts-and-payments/$id',
  events: '/events',
  'parent-home-page': '/home-page',
  profile: '/profile',
  progress: '/progress',
  schedule: '/schedule',
  '2035': '/2035',
  'schedule-change': '/change-schedule',
  'tax-deduction': '/tax-deduction',
  'grade-book': '/grade-book/',
  admin: '/adm-panel/',
  'learning-progress': '/learning-progress',
  'oauth-result': '/auth/oauth-result',
  '403': '/403',
  '404': '/404',
  '500': '/500',
  rki: null,
}
