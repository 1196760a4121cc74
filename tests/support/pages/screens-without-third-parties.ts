/**
 * Addresses of screens, with their sections and dialogs, on which no third party may run. Written by hand: tests compare it
 * with `keepsOutThirdParties`, the document and the requests of pages.
 */
export const screensWithoutThirdParties: readonly string[] = [
  '/403',
  '/404',
  '/500',
  '/logout',
  '/verify',
  '/adm-panel/',
  '/auth/oauth-result',
  '/not-me/$secret',
  '/profile',
  '/profile?section=security',
  '/profile?section=data',
  '/profile?section=accounts',
  ...['sign', 'terminate', 'return-account'].map((dialog) => `/contracts-and-payments/$id?dialog=${dialog}`),
  '/schedule?dialog=feed',
]
