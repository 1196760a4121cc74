import type { SignedInUser, User } from '#src/machines/setups/session-setup.ts'

/** The users of the models, as responses of `GET /v1/profile`. */
const person: User = {
  id: '',
  firstName: '',
  lastName: '',
  patronym: null,
  avatar: null,
  email: null,
  phone: '+79990001234',
  crmUuid: null,
  roles: [],
  grade: null,
  isLoggedAs: false,
  twoFactorLastCheck: null,
  hasPassword: true,
  impersonation: null,
}

/** A parent who is also a teacher and can switch between two role groups. */
export const anna: User = {
  ...person,
  id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1a01',
  firstName: 'Анна',
  lastName: 'Белова',
  roles: [{ name: 'parent' }, { name: 'teacher' }],
}

/** A student who is impersonated by an administrator. */
export const boris: User = {
  ...person,
  id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1a02',
  firstName: 'Борис',
  lastName: 'Громов',
  roles: [{ name: 'student' }],
  grade: 7,
  isLoggedAs: true,
  impersonation: { by: 'Вера Орлова', until: '2035-09-01T12:00:00.000Z' },
}

/** The administrator who impersonates Boris. */
export const vera: User = {
  ...person,
  id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1a03',
  firstName: 'Вера',
  lastName: 'Орлова',
  roles: [{ name: 'administrator' }],
}

/** A user without a relation to the others. */
export const gleb: User = {
  ...person,
  id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1a04',
  firstName: 'Глеб',
  lastName: 'Фомин',
  roles: [{ name: 'teacher' }],
}

export function arrivalOf(user: User, rememberedGroup: string | null = null): SignedInUser {
  return { user, rememberedGroup }
}
