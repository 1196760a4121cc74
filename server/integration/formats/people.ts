import { sql } from 'drizzle-orm'
import {
  completeRights,
  type GuardianRights,
  guardianPresets,
  guardianRights,
  presetOf,
  rightsOfPreset,
} from '#contract/people/guardian-rights.ts'
import { propertiesOfField } from '#contract/people/profile-owners.ts'
import { groupsHeld, type Role, roles } from '#contract/roles.ts'
import { parseFlag } from '#server/csv/cell-values.ts'
import { linkedAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships } from '#server/db/schema/programs.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import * as cells from '#server/integration/format-types/cell-kinds.ts'
import { type Columns, type Format, unread } from '#server/integration/format-types/format.ts'
import { refuseAdministrators } from './administrator-records.ts'
import { matchUsers } from './match-users.ts'
import { keepTransferred } from './note-changes.ts'
import { knownGrades } from './school.ts'
import { referenceTo, tableColumns, tableFormat } from './table-columns.ts'

const userSourcedId = { ...referenceTo('users', { userId: 'id' }), isRequired: true }

const enrollments: Columns = {
  classSourcedId: {
    ...referenceTo('classes', { groupId: 'id', classStartsOn: 'startsOn', classEndsOn: 'endsOn' }),
    isRequired: true,
  },
  schoolSourcedId: unread,
  userSourcedId: { ...referenceTo('users', { studentId: 'id' }), isRequired: true },
  role: {
    kind: cells.oneOf(['student', 'teacher', 'administrator', 'proctor']),
    isRequired: true,
    note: 'the last two have no effect',
  },
  primary: { kind: cells.flag, isRequired: false, fallback: false, note: 'of several teachers this one is shown' },
  beginDate: { kind: cells.day, isRequired: false, to: 'joinedOn', note: 'empty means the first day of the class' },
  endDate: {
    kind: cells.day,
    isRequired: false,
    to: 'leftOn',
    note: 'the first day without the student; a day after the end of the class counts as empty',
  },
}

type AgentRights = { agent: string; rights: GuardianRights }

function parseAgentRights(cell: string): AgentRights | null {
  const [, agent, given = ''] = /^(.+)=([^=]*)$/.exec(cell) ?? []
  if (agent === undefined) return null
  const preset = guardianPresets.find((name) => name === given)
  if (preset) return { agent, rights: rightsOfPreset[preset] }
  const names = given.split('+').filter(Boolean)
  if (!names.every((name) => (guardianRights as readonly string[]).includes(name))) return null
  const rights = guardianRights.map((right) => [right, names.includes(right)])
  return { agent, rights: completeRights(Object.fromEntries(rights) as GuardianRights) }
}

function writeAgentRights({ agent, rights }: AgentRights): string {
  return `${agent}=${presetOf(rights) ?? guardianRights.filter((right) => rights[right]).join('+')}`
}

const agentRights = cells.kind<AgentRights>(
  'rights of a guardian',
  cells.parsed('not-rights', parseAgentRights),
  writeAgentRights,
)

/** Of the guardians of a user, the rights of those that do not have all. */
const limitedRights = sql`
  select json_agg(json_build_object('agent', guardian_id, 'rights', json_build_object(
    'seesLearning', sees_learning, 'seesContracts', sees_contracts, 'pays', pays, 'enrols', enrols, 'writes', writes,
    'isNotified', is_notified)) order by guardian_id)
  from guardianships where child_id = users.id
    and not (sees_learning and sees_contracts and pays and enrols and writes and is_notified)`

/** The product's role of a OneRoster role in a branch. */
const rolesOfBranch: Record<string, Record<string, Role>> = {
  student: { school: 'student', academy: 'academy_student', college: 'spo_student' },
  guardian: { school: 'parent', academy: 'academy_parent', college: 'spo_parent' },
  teacher: { school: 'teacher', academy: 'teacher', college: 'teacher' },
}
const sameRoles: Record<string, string> = { parent: 'guardian', relative: 'guardian', aide: 'teacher' }

function roleOfBranch(role: string, branch: string): Role | null {
  return rolesOfBranch[sameRoles[role] ?? role]?.[branch] ?? null
}

const isKnownRole = (role: string) => roleOfBranch(role.trim().toLowerCase(), 'school') !== null

export const userFormats: readonly Format[] = [
  {
    file: 'users',
    collection: 'users',
    title: 'People',
    table: users,
    noted: {
      column: 'enabledUser',
      reason: 'not-locked',
      isNoted: ({ enabledUser = '' }) => parseFlag(enabledUser) === false,
    },
    columns: {
      enabledUser: { ...unread, note: 'does not block the sign-in; `false` is noted' },
      username: unread,
      userIds: unread,
      givenName: { kind: cells.personName, isRequired: true, to: 'firstName' },
      familyName: {
        kind: cells.personName,
        isRequired: true,
        to: 'lastName',
        fallback: '',
        note: 'empty for a person with one name, which is the `givenName`',
      },
      middleName: { kind: cells.personName, isRequired: false, to: 'patronym' },
      identifier: unread,
      email: {
        kind: cells.email,
        isRequired: false,
        to: 'email',
        note: 'of one person only: a sign-in is matched by it',
      },
      sms: {
        kind: cells.phone,
        isRequired: false,
        to: 'phone',
        note: 'of one person only: a sign-in is matched by it',
      },
      phone: { kind: cells.phone, isRequired: false, note: 'read if `sms` is empty' },
      agentSourcedIds: {
        kind: cells.listOf(cells.reference),
        isRequired: false,
        lists: 'users',
        note: "the child's guardians, or the guardian's children: sourcedIds of `users.csv`",
      },
      'metadata.agentRights': {
        kind: cells.listOf(agentRights),
        isRequired: false,
        to: 'agentRights',
        note: 'what a guardian may do: `sourcedId=full`, `payer`, `learning`, `informed`, or single rights with `+`; the others have the preset of the school file, or what the school has set',
      },
      grades: { kind: cells.listOf(cells.text), isRequired: false, note: 'the first of 1 to 11 is used' },
      password: unread,
      ...tableColumns(users, {
        isOneRoster: true,
        omit: [
          'firstName',
          'lastName',
          'patronym',
          'email',
          'phone',
          'grade',
          'issuer',
          'joinedInto',
          'updatedAt',
          'createdAt',
        ],
        names: { subject: 'metadata.sub' },
      }),
    },
    kept: propertiesOfField,
    attributes: { agents: 'agents', agentRights: 'agentRights' },
    // A missing column is undefined and changes nothing; an empty cell is null.
    derive: ({ phone }, { grades, agentSourcedIds, phone: other }) => ({
      grade: grades === undefined ? undefined : (knownGrades(grades ?? [])[0] ?? null),
      phone: phone ?? other,
      agents: agentSourcedIds === null ? [] : agentSourcedIds,
    }),
    prepare: async (...batch) => [...(await matchUsers(...batch)), ...(await refuseAdministrators(...batch))],
    exported: {
      rows: sql`select to_jsonb(users) || jsonb_build_object('subject', case when joined_into is null then subject end, 'agents', (select array_agg(guardian_id order by guardian_id) from guardianships where child_id = users.id), 'agentRights', (${limitedRights})) as row from users order by id`,
      cells: ({ grade, agents, agentRights }) => ({
        enabledUser: 'true',
        agentSourcedIds: ((agents ?? []) as string[]).join(','),
        'metadata.agentRights': ((agentRights ?? []) as AgentRights[]).map(writeAgentRights).join(','),
        grades: grade === null ? '' : String(grade),
      }),
    },
  },
  tableFormat('userProfiles', 'Linked accounts of people; profiles of another type have no effect', linkedAccounts, {
    omit: ['userId'],
    names: {
      provider: 'vendorId',
      login: 'metadata.login',
      externalSubject: 'credentialId',
      linkedAt: 'metadata.linkedAt',
    },
    columns: {
      userSourcedId,
      profileType: { kind: cells.text, isRequired: true, note: '`linked-account`' },
      // Profiles of other programs have none of these.
      vendorId: { kind: cells.text, isRequired: false, to: 'provider' },
      credentialId: { kind: cells.text, isRequired: false, to: 'externalSubject' },
      'metadata.login': { kind: cells.text, isRequired: false, to: 'login' },
      'metadata.linkedAt': { kind: cells.instant, isRequired: false, to: 'linkedAt' },
      applicationId: unread,
      description: unread,
      password: unread,
    },
    accepts: ({ profileType }) => profileType === 'linked-account',
    prepare: refuseAdministrators,
    exported: { cells: () => ({ profileType: 'linked-account' }) },
  }),
  {
    file: 'demographics',
    collection: 'demographics',
    title: 'Personal details for the tax office',
    table: personalDetails,
    columns: {
      sourcedId: { ...userSourcedId, note: 'of the person in `users.csv`' },
      birthDate: { kind: cells.day, isRequired: false, to: 'bornOn' },
      sex: unread,
      'metadata.taxNumber': { kind: cells.text, isRequired: false, to: 'taxNumber' },
    },
  },
  {
    file: 'roles',
    collection: 'roles',
    title: 'Roles of people',
    table: null,
    noted: {
      column: 'role',
      reason: 'no-role',
      isNoted: ({ role = '', 'metadata.role': own = '' }) => own.trim() === '' && role !== '' && !isKnownRole(role),
    },
    columns: {
      userSourcedId,
      roleType: unread,
      role: {
        kind: cells.text,
        isRequired: true,
        note: '`student`, `parent`, `guardian`, `relative`, `teacher`, `aide`; others have no effect',
      },
      beginDate: unread,
      endDate: unread,
      orgSourcedId: { ...referenceTo('orgs', { branch: 'branch' }), isRequired: true },
      userProfileSourcedId: unread,
      'metadata.role': {
        kind: cells.oneOf(roles),
        isRequired: false,
        to: 'role',
        note: 'the role itself, if it is none of these',
      },
    },
    derive: ({ role, branch }, read) => ({
      role: role ?? roleOfBranch(String(read.role).toLowerCase(), String(branch)),
    }),
    attributes: { userId: 'userId', role: 'role' },
    exported: {
      rows: sql`select json_build_object('id', user_id || '.' || role, 'user_id', user_id, 'role', role, 'branch', 'school') as row from user_roles order by user_id, role`,
      changes: 'user_roles',
      cells: ({ role }) => ({ role: oneRosterRole(role as Role), roleType: 'primary' }),
    },
  },
]

function oneRosterRole(role: Role): string {
  const names = { admin: 'siteAdministrator', parent: 'guardian', student: 'student', teacher: 'teacher' }
  return names[groupsHeld([role])[0] ?? 'student']
}

export const enrollmentFormats: readonly Format[] = [
  {
    file: 'enrollments',
    collection: 'enrollments',
    title: 'Students and teachers of groups',
    table: groupMemberships,
    columns: enrollments,
    accepts: ({ role }) => role === 'student',
    derive: ({ joinedOn, leftOn, classStartsOn, classEndsOn }) => ({
      joinedOn: joinedOn ?? classStartsOn,
      leftOn: leftOn && String(leftOn) > String(classEndsOn) ? null : leftOn,
    }),
    prepare: keepTransferred,
    exported: { cells: () => ({ role: 'student' }) },
  },
  {
    file: 'enrollments',
    collection: 'enrollments',
    title: 'Students and teachers of groups',
    table: null,
    columns: enrollments,
    accepts: ({ role }) => role === 'teacher',
    derive: (_, { primary }) => ({ isPrimary: primary }),
    attributes: { groupId: 'groupId', teacherId: 'studentId', isPrimary: 'isPrimary' },
    exported: {
      rows: sql`select json_build_object('id', 'teacher.' || id, 'group_id', id, 'student_id', teacher_id) as row from study_groups where teacher_id is not null order by id`,
      cells: () => ({ role: 'teacher', primary: 'true' }),
    },
  },
]
