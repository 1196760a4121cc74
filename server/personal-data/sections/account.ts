import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { familyPairs } from '#server/access/family-rights.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import { accountJoins } from '#server/db/schema/account-joins.ts'
import { invitations, knownDevices, pairingCodes } from '#server/db/schema/account-security.ts'
import { dataRequests } from '#server/db/schema/data-requests.ts'
import { auditEntries, linkedAccounts, providerAccounts, sessions } from '#server/db/schema/identity.ts'
import { externalIds } from '#server/db/schema/integration.ts'
import { pushSubscriptions } from '#server/db/schema/notifications.ts'
import { consentAnswers, consentTexts, userRoles, users } from '#server/db/schema/people.ts'
import { avatars } from '#server/db/schema/storage.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { computed, isOwn, onlyIf, optional, type Section } from './section.ts'

const { table: pairs, guardianId, childId, rights, isGuardianIn, isChildIn } = familyPairs
const fullName = sql`coalesce(${selectFullName(users)}, '')`
/** What the person did to the own account. Of others only what happened, and when: not who, from where and why. */
const isOwnAction = ({ own }: { own: ReturnType<typeof sql> }) =>
  sql`coalesce(${auditEntries.actorId} in ${own}, false)`

/** The account of the person, the family, and what was done with the account. */
export const accountSections = {
  person: {
    about: 'The person. Several rows: accounts of the same person that were joined.',
    tables: [users, personalDetails, providerAccounts],
    fields: {
      id: users.id,
      lastName: users.lastName,
      firstName: users.firstName,
      patronym: users.patronym,
      email: users.email,
      phone: users.phone,
      phoneVerifiedAt: users.phoneVerifiedAt,
      bornOn: optional(personalDetails.bornOn),
      taxNumber: optional(personalDetails.taxNumber),
      grade: users.grade,
      language: users.language,
      signInName: computed(
        sql`(select ${providerAccounts.login} from ${providerAccounts}
          where ${providerAccounts.subject} = ${users.subject} and ${users.issuer} = 'embedded')`,
        z.string().nullable(),
      ),
      crmUuid: users.crmUuid,
      externalId: users.externalId,
      lastSignInAt: users.lastSignInAt,
      lockedAt: users.lockedAt,
      createdAt: users.createdAt,
    },
    from: sql`${users} left join ${personalDetails} on ${personalDetails.userId} = ${users.id}`,
    where: ({ own }) => sql`${users.id} in ${own}`,
    orderBy: sql`${users.createdAt}, ${users.id}`,
  },
  externalIds: {
    about: 'Ids of the person in other systems of the school.',
    tables: [externalIds],
    fields: { source: externalIds.source, collection: externalIds.collection, externalId: externalIds.externalId },
    from: sql`${externalIds}`,
    where: ({ own }) =>
      sql`${externalIds.target} = 'users' and ${externalIds.key} in (select id::text from ${own} as own)`,
    orderBy: sql`${externalIds.source}, ${externalIds.collection}, ${externalIds.externalId}`,
  },
  roles: {
    about: 'Roles of the person.',
    tables: [userRoles],
    fields: { role: userRoles.role, givenBy: userRoles.givenBy },
    from: sql`${userRoles}`,
    where: ({ own }) => sql`${userRoles.userId} in ${own}`,
    orderBy: sql`${userRoles.userId}, ${userRoles.role}`,
  },
  children: {
    about: 'Children of the person, and what the person may do for each.',
    tables: [pairs],
    fields: { childId, name: computed(fullName, z.string()), ...rights },
    from: sql`${pairs} join ${users} on ${users.id} = ${childId}`,
    where: ({ own }) => isGuardianIn(own),
    orderBy: sql`${childId}`,
  },
  guardians: {
    about: 'Guardians of the person.',
    tables: [pairs],
    fields: { name: computed(fullName, z.string()) },
    from: sql`${pairs} join ${users} on ${users.id} = ${guardianId}`,
    where: ({ own }) => isChildIn(own),
    orderBy: sql`${guardianId}`,
  },
  consents: {
    about:
      'Answers to questions for a consent: of the person, about the person, and about children for whom the person has all rights. The address of the device is only in own answers.',
    tables: [consentAnswers, consentTexts],
    fields: {
      at: consentAnswers.at,
      subjectId: consentAnswers.subjectId,
      isOwnAnswer: isOwn(consentAnswers.givenById),
      purpose: consentAnswers.purpose,
      version: consentTexts.version,
      hash: consentAnswers.hash,
      isGiven: consentAnswers.isGiven,
      language: consentAnswers.language,
      address: onlyIf(({ own }) => sql`${consentAnswers.givenById} in ${own}`, consentAnswers.address),
    },
    from: sql`${consentAnswers} join ${consentTexts} on ${consentTexts.hash} = ${consentAnswers.hash}`,
    where: ({ own, represented }) => sql`(${consentAnswers.subjectId} in ${own} or ${consentAnswers.givenById} in ${own}
      or ${consentAnswers.subjectId} in ${represented})`,
    orderBy: sql`${consentAnswers.number}`,
  },
  dataRequests: {
    about: 'Requests to delete or correct data of the person, or made by the person. The words only of the own ones.',
    tables: [dataRequests],
    fields: {
      kind: dataRequests.kind,
      state: dataRequests.state,
      subjectId: dataRequests.subjectId,
      isOwn: isOwn(dataRequests.requestedById),
      requestedAt: dataRequests.requestedAt,
      dueOn: dataRequests.dueOn,
      wrong: onlyIf(({ own }) => sql`${dataRequests.requestedById} in ${own}`, dataRequests.wrong),
      right: onlyIf(({ own }) => sql`${dataRequests.requestedById} in ${own}`, dataRequests.right),
      answer: onlyIf(({ own }) => sql`${dataRequests.requestedById} in ${own}`, dataRequests.answer),
      decidedAt: dataRequests.decidedAt,
      endedAt: dataRequests.endedAt,
    },
    from: sql`${dataRequests}`,
    where: ({ own }) => sql`(${dataRequests.subjectId} in ${own} or ${dataRequests.requestedById} in ${own})`,
    orderBy: sql`${dataRequests.requestedAt}, ${dataRequests.id}`,
  },
  avatars: {
    about: 'Pictures that the person has uploaded; the files are in the folder “files”.',
    tables: [avatars],
    fields: { name: avatars.name, uploadedAt: avatars.uploadedAt },
    from: sql`${avatars}`,
    where: ({ own }) => sql`${avatars.ownerId} in ${own}`,
    orderBy: sql`${avatars.uploadedAt}, ${avatars.name}`,
  },
  sessions: {
    about: 'Open sessions of the person, without the visits of administrators, which are in the log.',
    tables: [sessions],
    fields: {
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      browser: sessions.browser,
      system: sessions.system,
      address: sessions.address,
    },
    from: sql`${sessions}`,
    where: ({ own }) => sql`${sessions.userId} in ${own} and ${sessions.administratorId} is null`,
    orderBy: sql`${sessions.createdAt}, ${sessions.id}`,
  },
  devices: {
    about: 'Browsers in which the person has signed in, and whether they get push notifications.',
    tables: [knownDevices, pushSubscriptions],
    fields: {
      seenAt: knownDevices.seenAt,
      browser: optional(pushSubscriptions.browser),
      system: optional(pushSubscriptions.system),
      pushSince: optional(pushSubscriptions.createdAt),
      pushEndedAt: optional(pushSubscriptions.endedAt),
    },
    from: sql`${knownDevices} left join ${pushSubscriptions} on ${pushSubscriptions.knownDeviceId} = ${knownDevices.id}`,
    where: ({ own }) => sql`${knownDevices.userId} in ${own}`,
    orderBy: sql`${knownDevices.seenAt}, ${knownDevices.id}`,
  },
  linkedAccounts: {
    about: 'Accounts of other services that are linked.',
    tables: [linkedAccounts],
    fields: {
      provider: linkedAccounts.provider,
      externalSubject: linkedAccounts.externalSubject,
      login: linkedAccounts.login,
      linkedAt: linkedAccounts.linkedAt,
    },
    from: sql`${linkedAccounts}`,
    where: ({ own }) => sql`${linkedAccounts.userId} in ${own}`,
    orderBy: sql`${linkedAccounts.linkedAt}, ${linkedAccounts.id}`,
  },
  invitations: {
    about: 'Invitations to set the first password.',
    tables: [invitations],
    fields: {
      channel: invitations.channel,
      target: invitations.target,
      createdAt: invitations.createdAt,
      sentAt: invitations.sentAt,
      usedAt: invitations.usedAt,
      revokedAt: invitations.revokedAt,
    },
    from: sql`${invitations}`,
    where: ({ own }) => sql`${invitations.userId} in ${own}`,
    orderBy: sql`${invitations.createdAt}, ${invitations.id}`,
  },
  joinedAccounts: {
    about: 'When accounts of the person were joined, and separated again.',
    tables: [accountJoins],
    fields: {
      keptId: accountJoins.keptId,
      joinedId: accountJoins.joinedId,
      at: accountJoins.at,
      undoneAt: accountJoins.undoneAt,
    },
    from: sql`${accountJoins}`,
    where: ({ own }) => sql`${accountJoins.keptId} in ${own} and ${accountJoins.joinedId} in ${own}`,
    orderBy: sql`${accountJoins.at}, ${accountJoins.id}`,
  },
  pairingCodes: {
    about: 'Codes that the person has used, or that were made for a child for whom the person has all rights.',
    tables: [pairingCodes],
    fields: {
      childId: pairingCodes.childId,
      kind: pairingCodes.kind,
      preset: pairingCodes.preset,
      isOwn: isOwn(pairingCodes.madeBy),
      isBySchool: pairingCodes.isBySchool,
      madeAt: pairingCodes.madeAt,
      expiresAt: pairingCodes.expiresAt,
      usedAt: pairingCodes.usedAt,
      revokedAt: pairingCodes.revokedAt,
    },
    from: sql`${pairingCodes}`,
    where: ({ own, represented }) =>
      sql`(${pairingCodes.usedBy} in ${own} or ${pairingCodes.childId} in ${represented})`,
    orderBy: sql`${pairingCodes.madeAt}, ${pairingCodes.id}`,
  },
  log: {
    about:
      'What was done with the account. Of actions of others, as the school or another guardian, only what was done and when.',
    tables: [auditEntries],
    fields: {
      at: auditEntries.at,
      action: auditEntries.action,
      isOwnAction: computed(isOwnAction, z.boolean()),
      reason: onlyIf(isOwnAction, auditEntries.reason),
      detail: onlyIf(isOwnAction, auditEntries.detail),
      address: onlyIf(isOwnAction, auditEntries.address),
      browser: onlyIf(isOwnAction, auditEntries.browser),
      system: onlyIf(isOwnAction, auditEntries.system),
      problem: auditEntries.problem,
    },
    from: sql`${auditEntries}`,
    // What members of staff do with the data of others is not about themselves.
    where: ({ own }) => sql`(${auditEntries.subjectId} in ${own}
      or ${auditEntries.actorId} in ${own} and ${auditEntries.subjectId} is null)`,
    orderBy: sql`${auditEntries.at}, ${auditEntries.id}`,
  },
} satisfies Record<string, Section>
