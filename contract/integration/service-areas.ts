/**
 * Areas of the scopes of service accounts (docs/integration-api.md). `roles` can make administrators, so it is part of no
 * other area that a form offers. Without zod.
 */
export const serviceAreas = [
  'school',
  'people',
  'schedule',
  'grades',
  'programme',
  'money',
  'purchases',
  'content',
  'roles',
] as const
export type ServiceArea = (typeof serviceAreas)[number]
