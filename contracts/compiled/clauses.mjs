export const areaByTopic = {
  "token": "token",
  "bearer": "general",
  "json": "general",
  "countries": "dictionaries",
  "cities": "dictionaries",
  "accommodation-types": "dictionaries",
  "amenities": "dictionaries",
  "bed-types": "dictionaries",
  "meal-types": "dictionaries",
  "hotel-card": "dictionaries",
  "hotel-flow": "hotels",
  "hotel-search": "hotels",
  "hotel-pricing": "hotels",
  "offer-pricing": "hotels",
  "create-booking": "hotels",
  "search-bookings": "hotels",
  "cancel-booking": "hotels",
  "booking-status": "hotels",
  "view-booking": "hotels",
  "hotel-refusal": "hotels",
  "hotel-bearer": "hotels",
  "avia-search": "flights",
  "avia-flow": "flights",
  "avia-availability": "flights",
  "avia-schedule": "flights",
  "avia-offer-price": "flights",
  "fare-rules": "flights",
  "pnr-create": "flights",
  "pnr-retrieve": "flights",
  "pnr-cancel": "flights",
  "pnr-reprice": "flights",
  "avia-booking": "flights",
  "ticket-issue": "flights",
  "ticket-info": "flights",
  "ticket-cancel": "flights",
  "ticket-exchange": "flights",
  "ticket-refund": "flights",
  "ticket-exchange-calculation": "flights",
  "ticket-refund-calculation": "flights",
  "avia-refusal": "flights",
  "avia-bearer": "flights",
  "refusal": "general"
};
export const clauses = {
  "token.success-has-token-and-expiry": {
    "section": "2.1",
    "basis": "documented",
    "severity": "major",
    "text": "A successful login answers with both token and expiresAt, each a string.",
    "dimensions": [
      "partner",
      "turn"
    ]
  },
  "token.success-has-no-error": {
    "section": "2.1",
    "basis": "documented",
    "severity": "minor",
    "text": "A successful login carries no error.",
    "reading": "error: null is the same as no error.",
    "dimensions": [
      "partner",
      "turn"
    ]
  },
  "token.is-jwt": {
    "section": "2.1",
    "basis": "documented",
    "severity": "major",
    "text": "The token is a JWT.",
    "reading": "Signed (three parts), encrypted (five parts) and without any particular claim are all lawful.",
    "dimensions": [
      "partner",
      "turn"
    ]
  },
  "token.expiry-is-iso-utc": {
    "section": "2.1",
    "basis": "documented",
    "severity": "major",
    "text": "expiresAt is a moment in ISO 8601, in UTC.",
    "reading": "Z and a zero offset both say UTC, any precision is lawful; the date is a calendar date. A time without a designator is local time by ISO 8601 and does not pass.",
    "dimensions": [
      "partner",
      "turn"
    ]
  },
  "token.lifetime-is-one-day": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "A token lives 24 hours from its issue.",
    "reading": "Issue is the iat claim; without it, the Date header of the answer, where our clock shows the same: nodes disagree, and one clock alone blames nothing. Tolerance one minute. Levers may have moved the clock before the run and left the Date header: then without iat only a token that serves for longer breaks it. A cached token may lawfully be returned, so without iat only the second of two different tokens can be too short.",
    "dimensions": [
      "partner",
      "turn"
    ]
  },
  "token.expiry-agrees-with-exp-claim": {
    "section": "2.1",
    "basis": "derived",
    "severity": "minor",
    "text": "The exp claim of the JWT and expiresAt name the same moment, give or take a minute.",
    "dimensions": [
      "partner",
      "turn"
    ]
  },
  "token.works-until-expiry": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "A token is accepted until the moment in expiresAt.",
    "reading": "Asked ten minutes before that moment. Asking for another token may lawfully end the first.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.serves-many-requests": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "One token serves any number of requests until it expires.",
    "reading": "Somebody else may lawfully have revoked a token by asking for another, so one refusal is not blamed: two tokens must stop working after they have served.",
    "dimensions": [
      "partner"
    ]
  },
  "token.needs-no-bearer": {
    "section": "4",
    "basis": "documented",
    "severity": "major",
    "text": "The token operation itself asks for no bearer token.",
    "reading": "A 401 to a login without a bearer asks for one, unless it says AUTHENTICATION_FAILED or ACCESS_DENIED, is the page of something else than the service, or another login without a bearer succeeds.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.wrong-client-id-is-refused": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "A wrong clientId is refused with AUTHENTICATION_FAILED.",
    "reading": "The HTTP status is not documented: any is lawful. A service may block who logs in wrongly too often, and how that is told is not shown: another refusal counts only for the first wrong login of its kind. What is too long for a credential, has signs of no credential or is no text may be refused unread, with any code: it must get no token.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.wrong-secret-is-refused": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "A wrong clientSecret is refused with AUTHENTICATION_FAILED.",
    "reading": "The HTTP status is not documented: any is lawful. A service may block who logs in wrongly too often, and how that is told is not shown: another refusal counts only for the first wrong login of its kind. What is too long for a credential, has signs of no credential or is no text may be refused unread, with any code: it must get no token.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.refusal-has-code-and-message": {
    "section": "7",
    "basis": "documented",
    "severity": "minor",
    "text": "A refused login carries an error object with a code and a message, both strings.",
    "reading": "With which code an incomplete login is refused is open. A page comes from something else than the service.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.refusal-says-something": {
    "section": "7",
    "basis": "derived",
    "severity": "minor",
    "text": "Neither the code nor the message of a refused login is blank.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.renewed-after-expiry": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "After a token has expired, the token operation gives another one, which works.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.refusal-carries-no-token": {
    "section": "4.1",
    "basis": "reading",
    "severity": "critical",
    "text": "A refused login carries no token.",
    "reading": "The answer to a failure is shown as error alone. token: null and an empty token are the same as no token.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "token.incomplete-login-gets-no-token": {
    "section": "4.1",
    "basis": "reading",
    "severity": "critical",
    "text": "A login without clientId or without clientSecret gets no token.",
    "reading": "Both are required; with which code and status their lack is refused is not said, so any is lawful.",
    "dimensions": [],
    "whyNone": "few wrong or further logins may be sent, and none of them is about anything else"
  },
  "bearer.issued-token-is-accepted": {
    "section": "5",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A token just issued is accepted by every dictionary operation.",
    "reading": "A caller may lack rights: ACCESS_DENIED is lawful at any status.",
    "dimensions": [
      "partner",
      "language",
      "after"
    ]
  },
  "bearer.missing-token-is-unauthorized": {
    "section": "5",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A dictionary request without a token answers 401.",
    "reading": "An Authorization header that names no token is a missing one. The body of a 401 is open. The card of a hotel counts too: it stands among the dictionary operations, though 401 is written at the lists alone. An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.",
    "dimensions": [
      "language",
      "after"
    ]
  },
  "bearer.garbage-token-is-unauthorized": {
    "section": "5",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A dictionary request with a token that is no JWT answers 401.",
    "reading": "An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.",
    "dimensions": [
      "language",
      "after"
    ]
  },
  "bearer.tampered-signature-is-unauthorized": {
    "section": "5",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A dictionary request with a token whose signature was altered, cut or extended answers 401.",
    "reading": "An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.",
    "dimensions": [
      "language",
      "after"
    ]
  },
  "bearer.tampered-claims-are-unauthorized": {
    "section": "5",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A dictionary request with a token whose claims or header were changed under the old signature answers 401.",
    "reading": "An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.",
    "dimensions": [
      "language",
      "after"
    ]
  },
  "bearer.unsigned-token-is-unauthorized": {
    "section": "5",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A dictionary request with an unsigned token (alg none) answers 401.",
    "reading": "An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.",
    "dimensions": [
      "language",
      "after"
    ]
  },
  "bearer.expired-token-is-unauthorized": {
    "section": "5",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A dictionary request with a token whose expiresAt has passed answers 401.",
    "reading": "Clocks differ, so ten minutes of grace are lawful.",
    "dimensions": [
      "language",
      "after"
    ]
  },
  "json.success-body-parses": {
    "section": "4",
    "basis": "documented",
    "severity": "major",
    "text": "The body of a success is JSON.",
    "reading": "A body that breaks off in the middle is trouble of the environment, not a broken promise. So is a number that is too large to be read. A look at a booking that is not of the asker may be answered with nothing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "json.keys-are-unique": {
    "section": "4",
    "basis": "derived",
    "severity": "minor",
    "text": "In the body of a success a key stands once in its object.",
    "reading": "Names should be unique (RFC 8259, §4): readers differ in which of two values they take. Bodies of at most 1 MB are looked through.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "json.no-entry-twice": {
    "section": "4",
    "basis": "derived",
    "severity": "minor",
    "text": "In no list of an answer does one entry stand twice.",
    "isLaw": true,
    "reading": "Entries with three fields at least, which are equal in all of them and in their order.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "json.one-place-one-type": {
    "section": "2.1",
    "basis": "derived",
    "severity": "minor",
    "text": "What an operation writes as a number at a place of its answers, it never writes as text there.",
    "isLaw": true,
    "reading": "Places are compared at any position in a list, where nothing but numbers and texts of digits stands. A text that begins with a zero is a code. Null and empty texts say nothing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "json.no-null-among-values": {
    "section": "2.4",
    "basis": "derived",
    "severity": "minor",
    "text": "What one answer says of a thing, another answer about it does not leave empty.",
    "isLaw": true,
    "reading": "A place may lawfully be empty for some things alone, and so a value is shown beside it: by the same operation, for the other entries of its list, or by another operation that says the same of two things at least. What is not known yet of a booking may be empty at first. A score may be null.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "json.content-type-is-json": {
    "section": "4",
    "basis": "derived",
    "severity": "minor",
    "text": "A success says in Content-Type that its body is JSON.",
    "reading": "The header is shown for requests only. Any JSON media type passes, with any parameters.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.same-for-every-asker": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The countries do not depend on the language and the partner.",
    "isLaw": true,
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.valid-request-is-answered": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A valid request for the countries is answered, not refused.",
    "reading": "A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.list-is-an-array": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The countries are an array.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.sorted-by-id": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The countries are sorted by id.",
    "reading": "The direction is not said: either passes here.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.lowest-id-first": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The sorted countries begin with the lowest id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.ids-are-unique": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "No two countries share an id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.two-reads-agree": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Two reads of the countries in a row report the same.",
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.records-are-complete": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "Every country has an integer id and the strings nameRu, nameEn, codeA2 and codeA3.",
    "reading": "The group and the level of an amenity alone are marked optional, so every other field shown is on every record. Further fields are lawful; null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.two-letter-code": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "codeA2 is a code of two letters.",
    "reading": "Either case is lawful.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "countries.three-letter-code": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "codeA3 is a code of three letters.",
    "reading": "Either case is lawful.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "cities.same-for-every-asker": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The cities of a country do not depend on the language and the partner.",
    "isLaw": true,
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.valid-request-is-answered": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A request for the cities of a known country is answered, not refused.",
    "reading": "A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses. Other notations of its id than the plain one may be refused.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.list-is-an-array": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The cities of a country are an array.",
    "reading": "An empty one is lawful for a known country.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.sorted-by-id": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The cities of a country are sorted by id.",
    "reading": "The direction is not said: either passes here.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.lowest-id-first": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The sorted cities of a country begin with the lowest id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.ids-are-unique": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "No two cities of a country share an id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.two-reads-agree": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Two reads of the cities of a country in a row report the same.",
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.records-are-complete": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "Every city has an integer id, the strings nameRu and nameEn, the numbers latitude and longitude, and a country with integer id, nameRu and nameEn.",
    "reading": "The group and the level of an amenity alone are marked optional, so every other field shown is on every record. Further fields are lawful; null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.belong-to-the-country-asked": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "Every city answered belongs to the country asked for.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.country-names-agree": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The names of a city’s country are those of the list of countries.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.coordinates-are-in-range": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Latitude lies between -90 and 90, longitude between -180 and 180.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "cities.unknown-country-is-empty": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A countryId that matches no country, 0 included, answers 200 with an empty list.",
    "reading": "Of which numbers an id is made is not said: a fraction, or more than 32 bits, may also answer 400, and only the plain notation of a number is asked about. That the list of countries is whole is not said: an id it skips exists when all cities answered say that they are of it.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "cities.missing-country-id-is-bad-request": {
    "section": "7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A request for cities without a countryId answers 400.",
    "reading": "An empty countryId is either missing or no number, and answers 400 by both. The body of a 400 is open. An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "cities.non-numeric-country-id-is-bad-request": {
    "section": "7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A countryId that is no number answers 400.",
    "reading": "Only values that no notation of numbers allows are asked. The body of a 400 is open. An error of the server counts where the same request meets it three times, and the well-formed ones between are answered.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.same-for-every-asker": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The accommodation types do not depend on the language and the partner.",
    "isLaw": true,
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.valid-request-is-answered": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A valid request for the accommodation types is answered, not refused.",
    "reading": "A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.list-is-an-array": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The accommodation types are an array.",
    "reading": "An empty one is lawful, and deleted records may be listed or not.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.sorted-by-id": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The accommodation types are sorted by id.",
    "reading": "The direction is not said: either passes here.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.lowest-id-first": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The sorted accommodation types begin with the lowest id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.ids-are-unique": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "No two accommodation types share an id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.two-reads-agree": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Two reads of the accommodation types in a row report the same.",
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "accommodation-types.records-are-complete": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "Every accommodation type has an integer id and the strings nameRu and nameEn.",
    "reading": "The group and the level of an amenity alone are marked optional, so every other field shown is on every record. Further fields are lawful; null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.valid-request-is-answered": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A valid request for the amenities is answered, not refused.",
    "reading": "A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.list-is-an-array": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The amenities are an array.",
    "reading": "An empty one is lawful, and deleted records may be listed or not.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.sorted-by-id": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The amenities are sorted by id.",
    "reading": "The direction is not said: either passes here.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.lowest-id-first": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The sorted amenities begin with the lowest id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.ids-are-unique": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "No two amenities share an id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.two-reads-agree": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Two reads of the amenities in a row report the same.",
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.records-are-complete": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "Every amenity has an integer id and the strings nameRu and nameEn; a group has an integer id, nameRu and nameEn.",
    "reading": "The group and the level of an amenity alone are marked optional, so every other field shown is on every record. Further fields are lawful; null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.group-and-level-come-together": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "An amenity has both a group and a level, or neither.",
    "reading": "null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.no-group-means-neither-key": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "An amenity without a group has neither the key group nor the key level.",
    "reading": "Absent is read as no key. null usually says the same, and so it only warns; of the two, one that is there makes it the matter of another clause.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.level-is-one-of-three": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The level of an amenity is Hotel, Room or Apartment.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.same-in-every-language": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The amenities do not depend on the language of the caller.",
    "reading": "Read in one language, in another and in the first again: data that changes meanwhile is not blamed, nor what is reported in the first language, too.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "amenities.same-for-every-client": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The amenities do not depend on the client that asks.",
    "reading": "Read as one partner, as the other and as the first again: data that changes meanwhile is not blamed, nor what the first is told, too.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.same-for-every-asker": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The bed types do not depend on the language and the partner.",
    "isLaw": true,
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.valid-request-is-answered": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A valid request for the bed types is answered, not refused.",
    "reading": "A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.list-is-an-array": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The bed types are an array.",
    "reading": "An empty one is lawful, and deleted records may be listed or not.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.sorted-by-id": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The bed types are sorted by id.",
    "reading": "The direction is not said: either passes here. Ids that are text have no order that is said.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.lowest-id-first": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The sorted bed types begin with the lowest id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.ids-are-unique": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "No two bed types share an id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.two-reads-agree": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Two reads of the bed types in a row report the same.",
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "bed-types.records-are-complete": {
    "section": "2.6",
    "basis": "reading",
    "since": "2026-08-11",
    "severity": "major",
    "text": "Every bed type is an object with an id, and all ids are of one type.",
    "reading": "The fields are not shown; every list is sorted by id, so an id is there: an integer, as in the other lists, or text. Further fields are lawful; null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.same-for-every-asker": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The meal types do not depend on the language and the partner.",
    "isLaw": true,
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.valid-request-is-answered": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A valid request for the meal types is answered, not refused.",
    "reading": "A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.list-is-an-array": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The meal types are an array.",
    "reading": "An empty one is lawful, and deleted records may be listed or not.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.sorted-by-id": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The meal types are sorted by id.",
    "reading": "The direction is not said: either passes here.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.lowest-id-first": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The sorted meal types begin with the lowest id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.ids-are-unique": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "No two meal types share an id.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.two-reads-agree": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Two reads of the meal types in a row report the same.",
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "meal-types.records-are-complete": {
    "section": "2.6",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "Every meal type has an integer id and the strings nameRu and nameEn.",
    "reading": "The group and the level of an amenity alone are marked optional, so every other field shown is on every record. Further fields are lawful; null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "hotel-card.valid-request-is-answered": {
    "section": "4.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A request for the card of a known hotel is answered, not refused.",
    "reading": "A caller may lack rights: 403 and ACCESS_DENIED are lawful. A refused token is the matter of the bearer clauses.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "hotel-card.hotel-is-the-only-key": {
    "section": "2.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The card is an object whose one key is hotel.",
    "reading": "null is the same as absent: an error or another key that is null does not count.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "hotel-card.shown-fields-are-complete": {
    "section": "2.7",
    "basis": "reading",
    "since": "2026-08-11",
    "severity": "major",
    "text": "A hotel has an integer id, a boolean isDeleted, a name in ru and en, integer stars, phones that are strings, the arrays amenities and photos, and an integer category.id.",
    "reading": "None of the fields shown is marked optional, as those of an amenity are, nor said to be null at times, as a score is: so each of them is on every card. Further fields are lawful inside hotel, and elements of amenities and photos are open; null is the same as absent.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "hotel-card.id-is-the-one-asked-for": {
    "section": "2.7",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The id on the card is the one asked for.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "hotel-card.category-is-an-accommodation-type": {
    "section": "2.7",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The category of a hotel is one of the accommodation types.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "hotel-card.unknown-hotel-is-not-found": {
    "section": "7",
    "basis": "reading",
    "since": "2026-08-11",
    "severity": "major",
    "text": "An unknown hotel is refused with the code HOTEL_NOT_FOUND.",
    "reading": "Envelope and status are open; the code must stand somewhere in the body. What is negative or has more than 32 bits may be refused in any way, because it may be no id at all.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "after"
    ]
  },
  "hotel-card.same-for-every-asker": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The card of a hotel does not depend on the language and the partner.",
    "isLaw": true,
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "hotel-card.two-reads-agree": {
    "section": "1",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "Two reads of a hotel in a row report the same.",
    "reading": "Only documented fields are compared; when the third of three reads differs from the first too, the data is changing.",
    "dimensions": [
      "partner",
      "language",
      "read",
      "position",
      "after"
    ]
  },
  "hotel-flow.incomplete-request-is-not-served": {
    "section": "4.5",
    "basis": "derived",
    "severity": "major",
    "text": "Prices that are asked for without a hotel, or without an offer, are not given.",
    "isLaw": true,
    "reading": "It is left out, null or empty, where a request shows that this service names it. Of a search alone nothing is judged: an offer may say which it was found by. Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "partner"
    ]
  },
  "hotel-flow.typical-flow-can-be-walked": {
    "section": "1",
    "basis": "reading",
    "severity": "major",
    "text": "The typical flow from a search to a booking can be walked, each step with what the steps before it reported.",
    "reading": "Any one search, hotel or offer may be refused for a reason of its own. A refusal with 404, 409, 410 or 422, or under a status of success, whatever its code, one with 400 whose code does not say that the request is wrong, and SUPPLIER_ERROR can mean that nothing is available. Such a refusal and an empty list leave the clause inconclusive. A refusal of children or of more than two adults shows nothing. The flow is broken where a step is refused otherwise for two things at least, each for one or two adults in one room. A booking for guests of whom something is missing is another matter.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner"
    ]
  },
  "hotel-flow.amounts-keep-their-currency": {
    "section": "1",
    "basis": "derived",
    "severity": "minor",
    "text": "All amounts of an offer, and all of a booking, are in one currency, and so is a minimum price beside the offers of its hotel.",
    "isLaw": true,
    "reading": "Of what the binding reads, for one partner and one preset. Nothing says in which currency a service reports, and so it only warns.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner"
    ]
  },
  "hotel-search.search-id-is-returned": {
    "section": "4.5",
    "basis": "documented",
    "severity": "major",
    "text": "A search answers with a searchId that is text.",
    "reading": "Its place is open; a search that finds nothing may lack it.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.offers-carry-offer-id": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "Every offer of a search has an offerId that is text.",
    "reading": "Where offers stand is open: they are what the binding says, else what has an offerId or an aiScore.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.offers-carry-ai-score": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "Every offer of a search has an aiScore, if only null.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.ai-score-is-null-or-zero-to-one": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "An aiScore of a search is null or a number from 0 to 1.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.hotel-id-is-integer": {
    "section": "2.4",
    "basis": "documented",
    "severity": "major",
    "text": "The hotelId of an offer is an integer.",
    "reading": "It may stand on the offer or on what encloses it; an offer without one shows nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.hotel-id-opens-the-card": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The hotelId of a search leads to the static card of a hotel.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.no-score-where-ranking-is-off": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "An offer of a search has no score where the preset has AI ranking switched off.",
    "reading": "Judged by the presets that known.unrankedPresets of the target names. What is neither null nor a score from 0 to 1 breaks a clause of its own.",
    "dimensions": [
      "occupancy",
      "rooms",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.ranked-by-ai-score": {
    "section": "2.4",
    "basis": "reading",
    "since": "2026-08-31",
    "severity": "minor",
    "text": "Where offers of a search carry scores, the list is in their order.",
    "reading": "The direction is not said: rising and falling are both lawful, equal scores and null among them too. The list is the one the binding calls ranked, else the offers when all of them stand in one list.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.highest-score-first": {
    "section": "2.4",
    "basis": "derived",
    "since": "2026-08-31",
    "severity": "minor",
    "text": "A ranked search begins with the highest score.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.equal-search-keeps-offer-ids": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "Two equal searches give one real offer the same offerId.",
    "reading": "One real offer is what the attributes that the binding calls its identity tell apart; what they do not tell apart within one answer is left out everywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.presets-keep-offer-ids": {
    "section": "2.4",
    "basis": "derived",
    "since": "2026-08-31",
    "severity": "major",
    "text": "Two searches that differ in their preset alone give one real offer the same offerId.",
    "reading": "One real offer is what the attributes that the binding calls its identity tell apart; what they do not tell apart within one answer is left out everywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.offer-id-tells-offers-apart": {
    "section": "2.4",
    "basis": "derived",
    "since": "2026-08-31",
    "severity": "minor",
    "text": "Two different real offers of one search have different offerIds.",
    "reading": "One real offer is what the attributes that the binding calls its identity tell apart; what they do not tell apart within one answer is left out everywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.minimum-price-is-shown": {
    "section": "4.5",
    "basis": "reading",
    "severity": "major",
    "text": "A search reports a minimum price for every hotel.",
    "reading": "Hotels are said to come with minimum prices, which is taken to mean each of them: what has no price is not found. Its place and form are what the binding says.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.minimum-price-is-the-lowest": {
    "section": "4.5",
    "basis": "derived",
    "severity": "critical",
    "text": "No offer of a hotel is cheaper than its minimum price in the search.",
    "reading": "Of offers that the search itself shows, judged by that answer alone; of those of hotel_pricing, only where a search before and one after report the same minimum. In one currency.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-search.timeout-is-accepted": {
    "section": "4.5",
    "basis": "documented",
    "severity": "major",
    "text": "A search with a timeout is answered where one without it is.",
    "reading": "How late the answer comes is open: it exceeds the timeout by several seconds. Suppliers may be too slow for it: one answer is enough, but not for a stay that was asked for with it twice or more, each time in vain.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.offers-carry-offer-id": {
    "section": "2.4",
    "basis": "documented",
    "severity": "major",
    "text": "Every offer of a hotel has an offerId that is text.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.offers-carry-ai-score": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "Every offer of a hotel has an aiScore, if only null.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.ai-score-is-null-or-zero-to-one": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "An aiScore of hotel_pricing is null or a number from 0 to 1.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.no-score-where-ranking-is-off": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "An offer of a hotel has no score where the preset has AI ranking switched off.",
    "reading": "Judged by the presets that known.unrankedPresets of the target names. What is neither null nor a score from 0 to 1 breaks a clause of its own.",
    "dimensions": [
      "occupancy",
      "rooms",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.ranked-by-ai-score": {
    "section": "2.4",
    "basis": "reading",
    "since": "2026-08-31",
    "severity": "minor",
    "text": "Where offers of a hotel carry scores, the list is in their order.",
    "reading": "The direction is not said: rising and falling are both lawful, equal scores and null among them too. The list is the one the binding calls ranked, else the offers when all of them stand in one list.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.highest-score-first": {
    "section": "2.4",
    "basis": "derived",
    "since": "2026-08-31",
    "severity": "minor",
    "text": "The ranked offers of a hotel begin with the highest score.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.offers-agree": {
    "section": "2.4",
    "basis": "derived",
    "severity": "critical",
    "text": "What one operation says of an offer, the others say too.",
    "isLaw": true,
    "reading": "Which fields say the same is learnt: where two operations agree on two distinct values at least, and on twice as many offers as they differ in. Numbers that are no ids, and moments, may move.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.keeps-offer-ids-of-search": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "A real offer has the same offerId in search and in the hotel_pricing that follows.",
    "reading": "One real offer is what the attributes that the binding calls its identity tell apart; what they do not tell apart within one answer is left out everywhere. Judged where it identifies one offer on both sides.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.offer-id-tells-offers-apart": {
    "section": "2.4",
    "basis": "derived",
    "severity": "minor",
    "text": "Two different real offers of a hotel have different offerIds.",
    "reading": "One real offer is what the attributes that the binding calls its identity tell apart; what they do not tell apart within one answer is left out everywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.hotel-id-is-integer": {
    "section": "2.4",
    "basis": "documented",
    "severity": "major",
    "text": "Where an offer of a hotel names it by hotelId, that is an integer.",
    "reading": "It may stand on the offer or on what encloses it; an offer without one shows nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.offers-are-of-the-hotel-asked-for": {
    "section": "4.5",
    "basis": "derived",
    "severity": "major",
    "text": "Where an offer names its hotel, it is the one asked for.",
    "reading": "Where no offer does and the answer names one hotel alone, that is the hotel of its offers.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.bed-variants-is-an-array": {
    "section": "2.4",
    "basis": "reading",
    "severity": "major",
    "text": "Every offer of a hotel has its bedVariants, an array.",
    "reading": "That each has them is not said in so many words; an offer of which no beds are known has an empty array, for null is said of scores alone. They may stand on the offer, inside it, or on the room that encloses it.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.bed-ids-are-bed-types": {
    "section": "2.4",
    "basis": "documented",
    "since": "2026-08-11",
    "severity": "major",
    "text": "The ids in bedVariants are those of bed types.",
    "reading": "The form of an element is not shown: its ids are what the binding says, else elements that are integers themselves.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.meal-ids-are-meal-types": {
    "section": "2.6",
    "basis": "derived",
    "since": "2026-08-11",
    "severity": "minor",
    "text": "The meal of an offer is one of the meal types.",
    "reading": "Which field it is, the binding says. Whether deleted meal types are listed is not confirmed, and an offer may still name one: so it only warns.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.price-breakdown-is-shown": {
    "section": "4.5",
    "basis": "documented",
    "severity": "major",
    "text": "Every offer of a hotel reports what its price is made of.",
    "reading": "Its place and form are what the binding says.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.price-parts-add-up": {
    "section": "4.5",
    "basis": "derived",
    "severity": "critical",
    "text": "The parts of a price add up to it.",
    "reading": "To the hundredth for each part.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.stay-options-are-shown": {
    "section": "4.5",
    "basis": "documented",
    "severity": "major",
    "text": "The offers of a hotel report their options of early check-in and late check-out.",
    "reading": "A hotel may have none: it is enough that one offer of the run has the place for both.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-pricing.other-partner-sees-nothing": {
    "section": "4.5",
    "basis": "derived",
    "severity": "critical",
    "text": "Pricing a hotel of a search of another partner does not succeed.",
    "reading": "Judged by a searchId that one partner alone was given. An answer with nothing in it is as lawful as a refusal. That a searchId serves whoever knows it is not excluded, and so it only warns.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "offer-pricing.offer-id-is-returned": {
    "section": "2.4",
    "basis": "documented",
    "severity": "major",
    "text": "The pricing of one offer carries an offerId that is text.",
    "reading": "Its place is open.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "offer-pricing.offer-id-is-the-one-asked-for": {
    "section": "4.5",
    "basis": "reading",
    "severity": "major",
    "text": "The pricing of one offer carries the offerId of the offer asked for.",
    "reading": "Where several offers are answered, it is enough that the one asked for is among them.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "offer-pricing.hotel-id-is-integer": {
    "section": "2.4",
    "basis": "documented",
    "severity": "major",
    "text": "Where the pricing of one offer names the hotel by hotelId, that is an integer.",
    "reading": "It may stand on the offer or on what encloses it; an offer without one shows nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "offer-pricing.price-is-told": {
    "section": "4.5",
    "basis": "documented",
    "severity": "major",
    "text": "The pricing of one offer reports its current price.",
    "reading": "Its place and form are what the binding says; it may be another than before.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "offer-pricing.unknown-offer-is-not-served": {
    "section": "2.4",
    "basis": "derived",
    "severity": "minor",
    "text": "An offer that no answer has named is not priced.",
    "isLaw": true,
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "offer-pricing.other-partner-sees-nothing": {
    "section": "4.5",
    "basis": "derived",
    "severity": "critical",
    "text": "Pricing an offer of a search of another partner does not succeed.",
    "reading": "Judged by a searchId that one partner alone was given. An answer with nothing in it is as lawful as a refusal. That a searchId serves whoever knows it is not excluded, and so it only warns.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "create-booking.price-is-the-one-verified": {
    "section": "4.5",
    "basis": "derived",
    "severity": "critical",
    "text": "A booking costs what offer_pricing verified right before, and what its extras cost.",
    "reading": "Judged by the answer to the request and by the first view that reports a price, where the same partner verified the offer less than a quarter of an hour before. Amounts of several currencies cannot be compared.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.created-at-is-the-moment-of-the-booking": {
    "section": "4.6",
    "basis": "derived",
    "severity": "minor",
    "text": "The creation of a booking lies between the request for it and its answer, in whatever answer it is reported.",
    "reading": "By the clock of the service, give or take a minute. A time without a zone may be of any, and so may a day, and whatever a list tells. A service may count from another moment, such as the word of the supplier, and so it only warns.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.incomplete-request-is-refused": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "No stay is booked without an offer, without guests or without contact data.",
    "isLaw": true,
    "reading": "They are left out, null or empty. That each is sent is said, and not that each is required, and so it only warns. Any refusal is lawful.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.status-is-documented": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "A booking is created with one of the six documented states.",
    "reading": "The place of status is open: where several fields have that name, one with a documented state counts. A name of before 2026-08-06 breaks a clause of its own.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.guest-without-citizenship-is-refused": {
    "section": "7",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "The supplier that requires it refuses a guest without citizenship, with SUPPLIER_ERROR.",
    "reading": "Another code breaks it where the same offer is accepted with complete guests; else the refusal may be about something else. A supplier may answer late: a booking that was taken in as inWork or unknown, and was not seen completed, shows nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.guest-without-gender-is-refused": {
    "section": "7",
    "basis": "documented",
    "since": "2026-08-31",
    "severity": "major",
    "text": "The supplier that requires it refuses a guest without gender, with SUPPLIER_ERROR.",
    "reading": "Another code breaks it where the same offer is accepted with complete guests; else the refusal may be about something else. A supplier may answer late: a booking that was taken in as inWork or unknown, and was not seen completed, shows nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.supplier-error-says-why": {
    "section": "7",
    "basis": "documented",
    "severity": "minor",
    "text": "A SUPPLIER_ERROR carries the reason of the supplier in its message.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.refused-booking-does-not-exist": {
    "section": "7",
    "basis": "derived",
    "severity": "critical",
    "text": "After a refusal no booking with these guests is in work or completed.",
    "reading": "A record of it in any other state is lawful, and the last answer that reports it counts.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.complete-guests-are-accepted": {
    "section": "7",
    "basis": "derived",
    "since": "2026-08-31",
    "severity": "critical",
    "text": "The supplier that requires citizenship and gender accepts the same guests with both.",
    "reading": "Any other reason to refuse is lawful and shows nothing; only the same SUPPLIER_ERROR again breaks it.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "partner",
      "turn",
      "after"
    ]
  },
  "create-booking.one-request-books-once": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "One request creates one booking at most, also when its answer is lost.",
    "reading": "What stands under one id on two pages is one booking.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "search-bookings.status-is-documented": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "Every booking of the list has one of the six documented states.",
    "reading": "A list without any record may lack its bookings. A name of before 2026-08-06 breaks a clause of its own.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.status-filter-holds": {
    "section": "4.6",
    "basis": "documented",
    "severity": "major",
    "text": "A list filtered by status holds bookings of that status only.",
    "reading": "A filter that is refused shows nothing, and a booking without a documented status is the matter of another clause.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.creation-date-filter-holds": {
    "section": "4.6",
    "basis": "reading",
    "severity": "major",
    "text": "A list filtered by creation dates holds bookings created between them only.",
    "reading": "Time zones are not said: a day before and a day after are lawful. Of bookings of our own we know when they were made; of others the binding tells. A range that ends before it begins may be refused, hold nothing, or be read from its end.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.new-booking-is-listed": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "A booking just made is listed without a filter, under its status, under today, and under both.",
    "reading": "The change may take its time: it is looked for until limits.settleMs of the target have passed. Time zones are not said: today is from yesterday to tomorrow. Page sizes are not shown: without a nextPage of the binding, a long list shows nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.lists-own-bookings-only": {
    "section": "4.6",
    "basis": "reading",
    "severity": "critical",
    "text": "A list holds no booking of another partner.",
    "reading": "Judged by a booking of our own, which the second partner of the target must not see.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.filter-adds-nothing": {
    "section": "4.6",
    "basis": "derived",
    "severity": "minor",
    "text": "A list with a filter shows no booking that the list without it, read before and after, does not show.",
    "reading": "A list without a filter may leave out a status, or old bookings: judged of a status that it shows, and between the first and the last creation that it shows, where nothing was booked or cancelled meanwhile.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.each-booking-carries-its-id": {
    "section": "4.6",
    "basis": "derived",
    "severity": "minor",
    "text": "Where bookings are listed with their ids, each of them is.",
    "isLaw": true,
    "reading": "As far as the binding reads it; where no entry carries it, nothing is judged.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.no-booking-twice": {
    "section": "4.6",
    "basis": "derived",
    "severity": "minor",
    "text": "A page of a list shows no booking twice.",
    "isLaw": true,
    "reading": "Two pages may show one, as bookings that are made meanwhile move others to the next page.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "search-bookings.cancelled-stays-cancelled": {
    "section": "3",
    "basis": "derived",
    "severity": "minor",
    "text": "A booking that was listed as cancelled is not listed as completed again.",
    "reading": "Judged from the third answer after the cancellation that reports it, and from the second where two in a row deny it, as one of two copies may lag. Only completed contradicts it: it may pass through other states, and be left out.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "cancel-booking.penalties-and-refund-are-told": {
    "section": "4.6",
    "basis": "documented",
    "severity": "critical",
    "text": "A cancellation reports the penalties and the refund.",
    "reading": "Their places and forms are what the binding says; nothing to pay is reported as zero by the binding, whatever the service writes for it. An empty answer reports neither. Of a second cancellation nothing is said, nor of one of a booking that was seen rejected or failed.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "cancel-booking.penalty-and-refund-are-the-price": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "Penalties and refund together are what the booking cost.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "cancel-booking.free-cancellation-costs-nothing": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "A booking cancelled while its offer promised that to be free has no penalty.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "cancel-booking.works-on-own-booking": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "A completed booking of the partner can be cancelled.",
    "reading": "One may be refused for a reason of its own: two must be refused, and none cancelled. Judged of what was last seen completed; only what can be cancelled free of charge is booked.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "cancel-booking.view-shows-cancelled": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A cancelled booking is viewed as cancelled.",
    "reading": "The change may take its time: it is looked for until limits.settleMs of the target have passed. One of two copies may lag: of the last two looks one is enough. What was last seen rejected or failed before is another matter: transitions are not shown.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "cancel-booking.list-shows-cancelled": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A cancelled booking is listed as cancelled.",
    "reading": "The change may take its time: it is looked for until limits.settleMs of the target have passed. One of two copies may lag: of the last two looks one is enough. What was last seen rejected or failed before is another matter: transitions are not shown. It may be left out of lists, but of one filtered by cancelled only if no status ever found it.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "cancel-booking.other-partner-is-refused": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "Cancelling a booking of another partner does not succeed.",
    "reading": "Asked only where a view has just refused that booking to the second partner.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "cancel-booking.unknown-booking-is-refused": {
    "section": "4.6",
    "basis": "derived",
    "severity": "major",
    "text": "Cancelling a booking that does not exist does not succeed.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "booking-status.operations-agree": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "View and list report one status of one booking.",
    "reading": "A booking may be moving: the last list between two equal views counts, before it is cancelled. The change may take its time: it is looked for until limits.settleMs of the target have passed.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "booking-status.former-values-are-gone": {
    "section": "9",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "No operation reports a status by its name of before 2026-08-06, such as Booked or Inwork.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.finds-each-booking": {
    "section": "4.6",
    "basis": "reading",
    "severity": "critical",
    "text": "A hotel booking that was made is viewed by its partner.",
    "reading": "That it exists is read out of the answer that made it, in no state of refusal, until it is cancelled, for fifteen minutes at most. Judged by the last two looks, which are both refused, and once limits.settleMs of the target have passed since its making. A lack of rights and SUPPLIER_ERROR show nothing. Where views with other details alone are answered, nothing is judged.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.hotel-is-the-one-booked": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "A view names the hotel of the offer that was booked.",
    "reading": "By hotelId, where offer and view have one; what is no number is not compared with a number.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.every-guest-is-shown": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "A view shows every guest in the room for which the guest was booked.",
    "reading": "As far as the binding reads names by room, whatever their case, accents, titles and order, and that of the rooms. Judged of all but the first, and where one view shows such a guest; where no view shows more than the first of each room, the others are not missed. A last name beside another first name, and a name in another script, show nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.upsells-are-those-booked": {
    "section": "2.5",
    "basis": "derived",
    "severity": "critical",
    "text": "A view shows each upsell that was booked, by its name or at its price.",
    "reading": "As far as the binding reads them. Another name alone shows nothing: a view may have names of its own. Until it is cancelled.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.people-are-as-sent": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "Where guests are shown as they were sent, all are.",
    "isLaw": true,
    "reading": "Judged by first name, last name and day of birth, at a place of an operation that shows two distinct ones of them just as they were sent. A name of more than twelve letters, or with other signs, may be written otherwise; people may be left out.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.acts-elsewhere-change-nothing": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "Nothing that is done elsewhere changes what views and lists report of a booking.",
    "isLaw": true,
    "reading": "Two looks that ask the same are compared, place by place, lists as sets. Between them something is done to another booking, is refused, is calculated, or is asked by another partner. What differs between two such looks with nothing between them changes by itself, and so does what is in work. What only appears, what a copy may show late, and moments of the request or that go on with the clock show nothing.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.operations-agree": {
    "section": "2.5",
    "basis": "derived",
    "severity": "critical",
    "text": "What one operation reports of a booking, the others report too.",
    "isLaw": true,
    "reading": "Which fields say the same is learnt by their names: where two operations agree on two distinct values, or twice on a value with digits, and on twice as many as they differ in. What one says of this thing and the other of a different thing alone is not learnt. A field that one operation reports differently at another time shows nothing, nor does a state that passes, inWork or unknown. A moment counts where two operations agree on it otherwise, and where it is further off than the time between them and their clocks.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.cancelled-stays-cancelled": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A booking that was viewed as cancelled is not viewed as completed again.",
    "reading": "Judged from the third answer after the cancellation that reports it, and from the second where two in a row deny it, as one of two copies may lag. Only completed contradicts it: it may pass through other states, and be left out.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.status-is-documented": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "bookingInfo.status is one of the six documented states.",
    "reading": "A name of before 2026-08-06 breaks a clause of its own.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.booking-id-is-shown": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "A view reports the bookingId.",
    "reading": "Its place and type are open. Every booking has one: null is the same as absent.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.booking-id-is-the-one-asked-for": {
    "section": "4.6",
    "basis": "derived",
    "since": "2026-08-06",
    "severity": "critical",
    "text": "The bookingId of a view is that of the booking asked for.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.stay-times-are-shown": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "A view reports checkinTime and checkoutTime.",
    "reading": "Their place and form are open: a time of day is as lawful as a moment. Null says that there is none; a response without the field breaks the clause.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.check-in-is-before-check-out": {
    "section": "2.5",
    "basis": "derived",
    "since": "2026-08-06",
    "severity": "minor",
    "text": "Guests come before they go.",
    "reading": "Judged where both are moments or days; times of day may be reported as moments of one day.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.stay-is-the-one-booked": {
    "section": "2.5",
    "basis": "derived",
    "severity": "critical",
    "text": "A view reports the days of the stay that was booked.",
    "reading": "Of a booking of our own, as far as the binding reads them. Of a moment a day more or less is lawful.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.guests-are-those-booked": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "A view shows the guest for whom the booking was made.",
    "reading": "By the last name of the first guest, as far as the binding reads names. Names may be hidden from every view: judged where one view shows a guest of ours, and not in a view with a name in another script.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.price-is-told-alike": {
    "section": "2.5",
    "basis": "derived",
    "severity": "critical",
    "text": "A booking has one price, whether it is created, listed or viewed.",
    "reading": "Until it is cancelled, in one currency, and between two views that report the same.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.booked-upsells-are-shown": {
    "section": "2.5",
    "basis": "derived",
    "severity": "major",
    "text": "A view shows as many upsells as were booked.",
    "reading": "Until it is cancelled; more are lawful, and so is null. The last view counts.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.supplier-is-shown": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "A view has a supplier with subProviderName, invoiceNumber and comment.",
    "reading": "Null says that there is none; a response without the field breaks the clause.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.room-is-shown": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "A view has hotel.room with rateName and roomId.",
    "reading": "Every booking is of a room and a rate: null is the same as absent.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.preset-names-are-shown": {
    "section": "2.5",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "minor",
    "text": "A view has prices with searchPresetName and pricingPresetName.",
    "reading": "Null says that there is none; a response without the field breaks the clause.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.upsells-are-a-list": {
    "section": "2.5",
    "basis": "documented",
    "severity": "major",
    "text": "A view has its upsells, an array.",
    "reading": "Null says that there is none; a response without the field breaks the clause.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.price-details-when-asked-for": {
    "section": "4.6",
    "basis": "reading",
    "since": "2026-08-06",
    "severity": "major",
    "text": "With includePriceDetails true, a view has the price detail.",
    "reading": "A group that does not apply may be missing: two of them are enough. Where the binding names no place, groups with a name of their own are looked for, and two of any name show nothing. An ordinary total is lawful anywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.price-details-have-every-group": {
    "section": "2.5",
    "basis": "derived",
    "since": "2026-08-06",
    "severity": "major",
    "text": "Where a view has the price detail, each of its eight groups is there: total, discount, markup, serviceFee, commission, supplier, vat and deposit.",
    "reading": "That a group which does not apply may be missing is as likely a reading, and so it only warns. Zero and null are there. A group may stand anywhere in the view but among the upsells, under its own name; the supplier of the booking, at the top, is none.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.no-price-details-unless-asked-for": {
    "section": "2.5",
    "basis": "reading",
    "since": "2026-08-06",
    "severity": "minor",
    "text": "With includePriceDetails false, a view has no price detail.",
    "reading": "A group that does not apply may be missing: two of them are enough. Where the binding names no place, groups with a name of their own are looked for, and two of any name show nothing. An ordinary total is lawful anywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.upsells-have-price-details-when-asked-for": {
    "section": "4.6",
    "basis": "reading",
    "since": "2026-08-06",
    "severity": "major",
    "text": "With includePriceDetails true, every upsell has a price detail.",
    "reading": "A group that does not apply may be missing: two of them are enough. Where the binding names no place, groups with a name of their own are looked for, and two of any name show nothing. An ordinary total is lawful anywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.upsells-have-no-price-details-unless-asked-for": {
    "section": "2.5",
    "basis": "reading",
    "since": "2026-08-06",
    "severity": "minor",
    "text": "With includePriceDetails false, no upsell has a price detail.",
    "reading": "A group that does not apply may be missing: two of them are enough. Where the binding names no place, groups with a name of their own are looked for, and two of any name show nothing. An ordinary total is lawful anywhere.",
    "dimensions": [
      "occupancy",
      "rooms",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.price-details-change-nothing-else": {
    "section": "4.6",
    "basis": "derived",
    "since": "2026-08-06",
    "severity": "major",
    "text": "Asking for price details changes nothing else of a view.",
    "reading": "Two views with them stand between two without, or the other way round; what differs between views that ask alike is left out. More members, another order, the request repeated, and a price that moves into its detail are lawful.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.residence-details-are-accepted": {
    "section": "4.6",
    "basis": "documented",
    "since": "2026-08-06",
    "severity": "major",
    "text": "A view is answered whether includeResidenceDetails is true or false.",
    "reading": "Judged where a view that differs in it alone was answered.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.price-parts-add-up": {
    "section": "2.5",
    "basis": "derived",
    "severity": "critical",
    "text": "The parts of the price of a booking add up to it.",
    "reading": "To the hundredth for each part.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.unknown-booking-is-refused": {
    "section": "4.6",
    "basis": "derived",
    "severity": "major",
    "text": "Viewing a booking that does not exist does not succeed.",
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.unnamed-booking-is-refused": {
    "section": "4.6",
    "basis": "derived",
    "severity": "major",
    "text": "A view that names no booking shows none.",
    "isLaw": true,
    "reading": "Its id is left out, null or an empty text. Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "partner",
      "read",
      "after"
    ]
  },
  "view-booking.other-partner-sees-nothing": {
    "section": "4.6",
    "basis": "derived",
    "severity": "critical",
    "text": "Viewing a booking of another partner does not succeed.",
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "occupancy",
      "rooms",
      "extras",
      "preset",
      "region",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "hotel-refusal.carries-code-and-message": {
    "section": "7",
    "basis": "documented",
    "severity": "minor",
    "text": "A refused hotel operation carries an error with a code and a message, both text.",
    "reading": "What stands beside the error is open, and so is the HTTP status. A refused token is an error like any other: the dictionary alone is excepted. A path where a caller with a token gets nothing but 404 or 405, without an error, serves no operation and shows nothing. Answers of 429 and 5xx are trouble. The message of SUPPLIER_ERROR is the matter of another clause.",
    "dimensions": [
      "partner",
      "after"
    ]
  },
  "hotel-bearer.issued-token-is-accepted": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "A token just issued is accepted by every hotel operation.",
    "reading": "A caller may lack rights for an operation: ACCESS_DENIED and 403 are lawful. So is any other documented code at 401, as the mapping of codes to statuses is not shown; a 401 without one is about the token. What is asked of a booking once it, or a ticket of it, may have ended is not judged.",
    "dimensions": [
      "after"
    ]
  },
  "hotel-bearer.missing-token-is-refused": {
    "section": "5",
    "basis": "documented",
    "severity": "critical",
    "text": "A hotel operation without a token does not succeed.",
    "reading": "The status of the refusal is not shown for hotel operations.",
    "dimensions": [
      "after"
    ]
  },
  "hotel-bearer.invalid-token-is-refused": {
    "section": "5",
    "basis": "documented",
    "severity": "critical",
    "text": "A hotel operation with a token that is no JWT, altered, unsigned or expired does not succeed.",
    "reading": "Of an expired token ten minutes of grace are lawful. The status of the refusal is not shown.",
    "dimensions": [
      "after"
    ]
  },
  "avia-search.search-id-is-told": {
    "section": "2.3",
    "basis": "documented",
    "severity": "major",
    "text": "A flight search returns a searchId that is text.",
    "reading": "Its place is open.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-search.each-offer-carries-its-key": {
    "section": "4.2",
    "basis": "derived",
    "severity": "minor",
    "text": "Where flight offers carry what later requests name them by, each of them does.",
    "isLaw": true,
    "reading": "As far as the binding reads it; where no entry carries it, nothing is judged.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-search.offers-have-prices": {
    "section": "4.2",
    "basis": "documented",
    "severity": "major",
    "text": "Every offer of a flight search has a price.",
    "reading": "Its place and form are what the binding says. A search that finds no offer shows nothing.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-flow.incomplete-request-is-not-served": {
    "section": "4.2",
    "basis": "derived",
    "severity": "major",
    "text": "A price or rules that are asked for without an offer are not given.",
    "isLaw": true,
    "reading": "It is left out, null or empty, where a request shows that this service names it. Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "partner"
    ]
  },
  "avia-flow.typical-flow-can-be-walked": {
    "section": "1",
    "basis": "reading",
    "severity": "major",
    "text": "The typical flow can be walked, each step with what the steps before it reported.",
    "reading": "Any one offer or booking may be refused for a reason of its own. Up to pnr_create: A refusal with 404, 409, 410 or 422, or under a status of success, whatever its code, one with 400 whose code does not say that the request is wrong, and SUPPLIER_ERROR can mean that nothing is available. Such a refusal and an empty list leave the clause inconclusive. A refusal of children or of more than two adults shows nothing. The flow is broken where a step is refused otherwise for everything it was tried with, two offers or bookings at least. offer_price and pnr_reprice may be left out; where they are asked, they are steps like the others, of a booking just made, too.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner"
    ]
  },
  "avia-flow.each-kind-of-flight-is-served": {
    "section": "1",
    "basis": "derived",
    "severity": "major",
    "text": "What can be done with some flights can be done with those of every kind: of a route, there and back, for children, of a supplier.",
    "reading": "Nothing says that all is sold of every kind, and so it only warns. Judged where a step is refused for two flights of one kind at least, and succeeds for another kind in the same story. A supplier who refuses (SUPPLIER_ERROR) shows nothing, and up to pnr_create neither does what can mean that nothing is available, nor a refusal of children or of more than two adults.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner"
    ]
  },
  "avia-flow.amounts-keep-their-currency": {
    "section": "1",
    "basis": "derived",
    "severity": "minor",
    "text": "All amounts of a flight offer, and all of a booking with its tickets, are in one currency.",
    "isLaw": true,
    "reading": "Of what the binding reads, for one partner and one preset. Nothing says in which currency a service reports, and so it only warns.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner"
    ]
  },
  "avia-availability.answers-without-search": {
    "section": "4.2",
    "basis": "documented",
    "severity": "major",
    "text": "Seats on given flights are shown without a search before.",
    "reading": "Judged where nobody has searched in the same story. One flight may be refused for a reason of its own: every request must be refused, two at least. What can mean that nothing is available shows nothing.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-availability.flights-agree": {
    "section": "4.2",
    "basis": "derived",
    "severity": "minor",
    "text": "What the schedule says of a flight, an answer about its seats says too.",
    "isLaw": true,
    "reading": "Which fields say the same is learnt: where two operations agree on two distinct values at least, and on twice as many offers as they differ in. Numbers that are no ids, and moments, may move.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-availability.seats-are-told": {
    "section": "4.2",
    "basis": "documented",
    "severity": "major",
    "text": "An answer about given flights reports the seats of each.",
    "reading": "Its place and form are what the binding says. None left may be reported as zero, and a flight that is not flown left out.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-schedule.answers-without-search": {
    "section": "4.2",
    "basis": "reading",
    "severity": "major",
    "text": "The schedule is shown without a search before.",
    "reading": "A schedule is listed beside search, and nothing says that it needs one. Judged where nobody has searched in the same story. One day may be refused for a reason of its own: every request must be refused, two at least. What can mean that nothing is available shows nothing.",
    "dimensions": [
      "trip",
      "route",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-schedule.carries-no-price": {
    "section": "4.2",
    "basis": "documented",
    "severity": "minor",
    "text": "No flight of a schedule has a price.",
    "reading": "Where a price would stand, the binding says; null is none.",
    "dimensions": [
      "trip",
      "route",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-offer-price.other-partner-sees-nothing": {
    "section": "4.2",
    "basis": "derived",
    "severity": "critical",
    "text": "The price of an offer of a search of another partner is not told.",
    "reading": "Judged by a searchId that one partner alone was given. An answer with nothing in it is as lawful as a refusal. That a searchId serves whoever knows it is not excluded, and so it only warns.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-offer-price.offers-agree": {
    "section": "4.2",
    "basis": "derived",
    "severity": "critical",
    "text": "What a search says of a flight offer, the price of that offer says too.",
    "isLaw": true,
    "reading": "Which fields say the same is learnt: where two operations agree on two distinct values at least, and on twice as many offers as they differ in. Numbers that are no ids, and moments, may move.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-offer-price.price-is-told": {
    "section": "4.2",
    "basis": "documented",
    "severity": "major",
    "text": "Asked for the current price of an offer, the service reports it.",
    "reading": "Its place and form are what the binding says. An offer that is gone may be refused, or left out of the answer.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-offer-price.unchanged-offer-keeps-its-price": {
    "section": "4.2",
    "basis": "derived",
    "severity": "critical",
    "text": "The price of an offer is that of the search, unless the answer says that it changed.",
    "reading": "Judged where offer_price answers one offer and its binding reads whether the price changed. Two currencies cannot be compared.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "fare-rules.other-partner-sees-nothing": {
    "section": "4.2",
    "basis": "derived",
    "severity": "critical",
    "text": "The rules of an offer of a search of another partner are not told.",
    "reading": "Judged by a searchId that one partner alone was given. An answer with nothing in it is as lawful as a refusal. That a searchId serves whoever knows it is not excluded, and so it only warns. Rules of a fare may be public.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "fare-rules.offers-agree": {
    "section": "4.2",
    "basis": "derived",
    "severity": "minor",
    "text": "What a search says of a flight offer, its fare rules say too.",
    "isLaw": true,
    "reading": "Which fields say the same is learnt: where two operations agree on two distinct values at least, and on twice as many offers as they differ in. Numbers that are no ids, and moments, may move.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "fare-rules.rules-are-told": {
    "section": "4.2",
    "basis": "reading",
    "severity": "major",
    "text": "The rules of a fare are reported with their text: one of them at least.",
    "reading": "A fare without any rule is lawful, and shows nothing. Its place and form are what the binding says.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-create.price-is-the-verified-one": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "A flight booking costs what offer_price told of the offer right before.",
    "reading": "Where offer_price says that the price changed, nothing is judged: it is on the move. Prices are compared within an hour. Two currencies cannot be compared. Fares may move between the two, and so it only warns.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "pnr-create.created-at-is-the-moment-of-the-booking": {
    "section": "4.3",
    "basis": "derived",
    "severity": "minor",
    "text": "The moment in which a flight booking was made, where it is told, lies between the request and its answer.",
    "reading": "By the clock of the target, with a minute for clocks. A moment without its time of day or its zone shows nothing.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "pnr-create.incomplete-request-is-refused": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "No flight is booked without an offer or without passengers.",
    "isLaw": true,
    "reading": "They are left out, null or empty. That a booking is made from both is said, and not that each is required, and so it only warns. Any refusal is lawful.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "pnr-create.booking-id-is-uuid": {
    "section": "2.3",
    "basis": "documented",
    "severity": "major",
    "text": "A flight booking is created with a bookingId that is a UUID.",
    "reading": "Its place is open, and so are the version of the UUID and the case of its letters. Every later request names the booking by it, so that pnr_create has to report it. A supplier may have a bookingId of its own beside it.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "pnr-retrieve.passengers-are-those-booked": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "The passengers of a flight booking that is retrieved are those it was made for.",
    "reading": "Names are compared without their case, accents, titles and order; a name in another script shows nothing. Last names are compared: a first name may be shortened. Where no retrieval shows more than the first passenger, the others are not missed. Names may be masked: judged where one retrieval shows a passenger of ours.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.finds-each-booking": {
    "section": "4.3",
    "basis": "reading",
    "severity": "critical",
    "text": "A flight booking that was made is retrieved by its partner.",
    "reading": "That it exists is read out of the answer that made it, until it is cancelled or one of its tickets is ended, by anybody, for fifteen minutes at most, as a hold may run out. Judged by the last two looks, which are both refused, and once limits.settleMs of the target have passed since its making. A lack of rights and SUPPLIER_ERROR show nothing. Repricing and issuing count as its making.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.flights-are-those-chosen": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "The flights of a booking that is retrieved are those of the offer it was made from.",
    "reading": "Judged before anything of it is ended, where the binding reads the flights of both in the same words. An airline may change a flight: as many others, of which none is of another booking of ours, show nothing.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.price-is-the-last-told": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "The price of a flight booking that is retrieved is the one that was told of it last.",
    "reading": "By its making, its last repricing or its issue, before anything of it is ended. After a repricing or an issue, the first retrieval may come too early. Prices are compared within an hour. Two currencies cannot be compared.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.answers-the-booking-asked-for": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "The flight booking that is retrieved is the one asked for.",
    "reading": "Judged by bookingId, which may be left out of the answer.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.cancelled-booking-is-not-active": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "A cancelled flight booking is not active any more.",
    "reading": "The change may take its time: it is looked for until limits.settleMs of the target have passed. Its states are not shown: the binding says whether it is active. A booking that cannot be retrieved any more is lawful, and so is one that stays active until its tickets are closed.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.other-partner-sees-nothing": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "Retrieving a flight booking of another partner does not succeed.",
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.stays-as-it-was": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "A flight booking stays active, at the same price and with the same tickets, as long as nobody changes it.",
    "reading": "Two reports one after the other are compared, an hour apart at most, until something is done that was not refused. A booking may be given up once one of its tickets has ended; its price is its own again after a repricing or an issue; tickets may come to be shown later. An airline may change it of its own accord, and so it only warns.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.acts-name-the-booking": {
    "section": "2.3",
    "basis": "derived",
    "severity": "critical",
    "text": "What is done to a flight booking or its tickets, or calculated, is answered with the bookingId that was asked about.",
    "isLaw": true,
    "reading": "Where an answer has any bookingId. Others may stand beside it. An exchange may give the booking another name.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.people-are-as-sent": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "Where passengers are shown as they were sent, all are.",
    "isLaw": true,
    "reading": "Judged by first name, last name and day of birth, at a place of an operation that shows two distinct ones of them just as they were sent. A name of more than twelve letters, or with other signs, may be written otherwise; people may be left out.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.operations-agree": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "What one operation reports of a flight booking, the others report too.",
    "isLaw": true,
    "reading": "Which fields say the same is learnt by their names: where two operations agree on two distinct values, or twice on a value with digits, and on twice as many as they differ in. What one says of this thing and the other of a different thing alone is not learnt. A field that one operation reports differently at another time shows nothing, nor does a state that passes, inWork or unknown. A moment counts where two operations agree on it otherwise, and where it is further off than the time between them and their clocks.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.acts-elsewhere-change-nothing": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "Nothing that is done elsewhere changes what is retrieved of a booking.",
    "isLaw": true,
    "reading": "Two looks that ask the same are compared, place by place, lists as sets. Between them something is done to another booking, is refused, is calculated, or is asked by another partner. What differs between two such looks with nothing between them changes by itself, and so does what is in work. What only appears, what a copy may show late, and moments of the request or that go on with the clock show nothing.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-retrieve.cancelled-stays-cancelled": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "A flight booking that was cancelled, and shown so, is not shown as active again.",
    "reading": "Judged after the first retrieval that shows it as not active, and before the last one, which pnr-retrieve.cancelled-booking-is-not-active judges.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-cancel.works-on-own-booking": {
    "section": "4.3",
    "basis": "reading",
    "severity": "critical",
    "text": "A booking of the partner without tickets is cancelled.",
    "reading": "One booking may be refused for a reason of its own: every booking must be refused, two at least. A booking that had tickets is not judged.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "pnr-cancel.answer-shows-the-end": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "The answer to a cancellation does not report the booking as active.",
    "isLaw": true,
    "reading": "Its place and form are what the binding says. A cancellation may take its time, and so it only warns.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "pnr-cancel.other-partner-is-refused": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "Cancelling a flight booking of another partner does not succeed.",
    "reading": "Any refusal is lawful. A plain flow asks only where a retrieval has just told the second partner nothing of that booking.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "pnr-reprice.price-is-told": {
    "section": "4.3",
    "basis": "reading",
    "severity": "critical",
    "text": "Repricing a flight booking reports its price.",
    "reading": "To refresh a price is to report it, changed or not. Its place and form are what the binding says.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "pnr-reprice.other-partner-is-refused": {
    "section": "4.3",
    "basis": "derived",
    "severity": "critical",
    "text": "Repricing a flight booking of another partner does not succeed.",
    "reading": "An answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-booking.unknown-booking-is-refused": {
    "section": "4.3",
    "basis": "derived",
    "severity": "minor",
    "text": "No operation on a flight booking or its tickets succeeds for a booking that does not exist.",
    "reading": "ticket_issue and ticket_cancel have clauses of their own. Of ticket_exchange and ticket_refund it is not asked. Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "partner",
      "read",
      "after"
    ]
  },
  "avia-booking.unnamed-booking-is-refused": {
    "section": "4.3",
    "basis": "derived",
    "severity": "major",
    "text": "A retrieval or a repricing that names no booking shows none.",
    "isLaw": true,
    "reading": "Its id is left out, null or an empty text. Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "partner",
      "read",
      "after"
    ]
  },
  "avia-booking.malformed-booking-id-is-refused": {
    "section": "2.3",
    "basis": "derived",
    "severity": "minor",
    "text": "No operation on a flight booking or its tickets succeeds for a bookingId that is no UUID.",
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-issue.each-passenger-has-a-ticket": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "As many tickets are issued for a booking as it has passengers, at least.",
    "reading": "Those that a later retrieval tells count, as they may come one by one. One ticket may be for several passengers: fewer are judged where their prices are read, and add up to less than the booking costs.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-issue.issued-at-is-the-moment-of-the-issue": {
    "section": "4.4",
    "basis": "derived",
    "severity": "minor",
    "text": "The moment in which a ticket was issued, where it is told, lies between the request and its answer.",
    "reading": "By the clock of the target, with a minute for clocks. A moment without its time of day or its zone shows nothing. A look may tell a later one, as long as it is over: an issue may be finished after its answer. Judged where ticket_issue issues; an exchange may keep the date of the old ticket.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-issue.other-partner-is-refused": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "No ticket is issued for a flight booking of another partner.",
    "reading": "Any refusal is lawful. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-issue.works-on-created-booking": {
    "section": "3",
    "basis": "documented",
    "severity": "critical",
    "text": "Tickets are issued for a booking that pnr_create made.",
    "reading": "One booking may be refused for a reason of its own, such as a fare that is gone: every booking must be refused, two at least. A cancelled booking is another matter.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-issue.unknown-booking-is-refused": {
    "section": "3",
    "basis": "derived",
    "severity": "major",
    "text": "No ticket is issued for a booking that does not exist.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-issue.cancelled-booking-is-refused": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "No ticket is issued for a cancelled booking.",
    "reading": "Judged once a retrieval has shown it as not active, or not at all.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-issue.ticket-numbers-have-a-documented-form": {
    "section": "4.4",
    "basis": "documented",
    "severity": "major",
    "text": "A ticket number is 13 digits, or a vendor and a number with a hyphen between them.",
    "reading": "Both forms are lawful, in one answer too. The part before the hyphen is open; the part after it is digits. Judged where tickets are issued: by ticket_issue, and by ticket_exchange.",
    "dimensions": [
      "passengers",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-info.each-leg-has-a-coupon": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket has a coupon for each flight of its journey, at least.",
    "reading": "Judged before anything is done to it, where the binding reads the flights of the offer. One ticket has four coupons at most: of a longer journey nothing is judged, nor where there are more tickets than passengers, as each flight may have its own.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.finds-each-issued-ticket": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "Each ticket that was issued, also in an exchange, is found by ticket_info.",
    "reading": "Judged by the last look before anything is done to the ticket, where it is not the first: a ticket just issued may not be shown yet. A lack of rights shows nothing, nor does an exchange that names another booking.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.stays-as-it-was": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket stays open, with as many coupons, as long as nobody voids, exchanges, refunds or uses it.",
    "reading": "Two reports one after the other are compared, an hour apart at most, until something is done that was not refused. What is done to other tickets, also of the same booking, is nothing done to it; so is what is calculated or only looked at. A void that was refused is the matter of ticket-cancel.refused-void-changes-nothing, and the end of its booking may be its own. A ticket that is not open may become so, and the words of its coupons may change. A carrier may change a flight of its own accord, and so it only warns.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.acts-elsewhere-change-nothing": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "Nothing that is done elsewhere changes what is reported of a ticket.",
    "isLaw": true,
    "reading": "Two looks that ask the same are compared, place by place, lists as sets. Between them something is done to another booking, is refused, is calculated, or is asked by another partner. What differs between two such looks with nothing between them changes by itself, and so does what is in work. What only appears, what a copy may show late, and moments of the request or that go on with the clock show nothing. Flights are left out, as a carrier may change them.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.operations-agree": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "What one operation reports of a ticket, the others report too.",
    "isLaw": true,
    "reading": "Which fields say the same is learnt by their names: where two operations agree on two distinct values, or twice on a value with digits, and on twice as many as they differ in. What one says of this thing and the other of a different thing alone is not learnt. A field that one operation reports differently at another time shows nothing, nor does a state that passes, inWork or unknown. A moment counts where two operations agree on it otherwise, and where it is further off than the time between them and their clocks.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.ended-stays-ended": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket that was voided, exchanged or refunded, and shown so, is not shown as open again.",
    "reading": "Judged after the first look that does not show it as open, and before the last one: whether it is not open in the end is the matter of other clauses. Where an exchange reports the old number as that of the new ticket, nothing is judged.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.coupon-status-is-told": {
    "section": "4.4",
    "basis": "documented",
    "severity": "major",
    "text": "The information about a ticket reports the status of its coupons.",
    "reading": "Its place and form are what the binding says. One status at least, of whatever words. A ticket that was voided, exchanged or refunded may have no coupons any more, and one just issued may not be shown yet.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.answers-the-ticket-asked-for": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "The information about a ticket is about the one asked for.",
    "reading": "A ticket has one number in two forms: numbers that are equal, or whose last ten digits are, name one ticket. Where several tickets are answered, it is enough that the one asked for is among them.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-info.other-partner-sees-nothing": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "Information about a ticket of another partner is not given.",
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-cancel.ticket-of-another-booking-is-refused": {
    "section": "7",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket is not voided in another booking than the one it was issued for.",
    "reading": "Both are of the partner who asks. TICKET_NOT_FOUND suits it best; any refusal is lawful. What an exchange issued may stand in another booking, and is not judged. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.unused-ticket-is-voided-inside-window": {
    "section": "3",
    "basis": "documented",
    "severity": "critical",
    "text": "An unused ticket is voided while its window is open.",
    "reading": "The window is voidWindowMs of the target, one for all its tickets, as the interface says only how long it usually is; it counts from the issue as its clock or an answer says. Within five minutes of its end nothing is judged. VOID_TIME_EXPIRED and TICKET_USED break it, but for a supplier of which every ticket expires, also a fresh one, while one of another supplier is voided, or none of the others was tried; so do INVALID_TICKET_STATE, TICKET_NOT_FOUND and BOOKING_NOT_FOUND once the ticket was shown as open, as it may take its time. A supplier may refuse one ticket: any other reason breaks it where every ticket tried is refused, two at least. A number written in the form that the service has not shown may be refused for that.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.success-is-empty-or-tells-when": {
    "section": "4.4",
    "basis": "documented",
    "severity": "major",
    "text": "A void that succeeds answers 200 with an empty object, or success true with voidedAt, an ISO 8601 time in UTC.",
    "reading": "Both are lawful; null says nothing, and beside success true further fields are lawful.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.voided-at-is-the-moment-of-the-void": {
    "section": "4.4",
    "basis": "derived",
    "severity": "minor",
    "text": "voidedAt lies between the request and its answer.",
    "reading": "On the clock of the target, with a minute for clocks.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.success-carries-no-error": {
    "section": "4.4",
    "basis": "documented",
    "severity": "minor",
    "text": "With success true there is no error.",
    "reading": "Null is none. An answer without success shows nothing.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.failure-carries-an-error": {
    "section": "4.4",
    "basis": "documented",
    "severity": "minor",
    "text": "With success false there is an error with a code and a message, both text.",
    "reading": "A refusal without success shows nothing.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.voided-ticket-is-not-open": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "A voided ticket is not open any more.",
    "reading": "The names of the states are not shown: the binding says whether a ticket can still be flown. A ticket that is not shown any more is lawful. The change may take its time: it is looked for until limits.settleMs of the target have passed.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.late-void-is-expired": {
    "section": "7",
    "basis": "documented",
    "severity": "critical",
    "text": "A void after the window does not succeed, and says VOID_TIME_EXPIRED.",
    "reading": "The window is voidWindowMs of the target, one for all its tickets, as the interface says only how long it usually is; it counts from the issue as its clock or an answer says. Within five minutes of its end nothing is judged. Being late is no state of the ticket: INVALID_TICKET_STATE alone is not lawful. Where several documented reasons hold at once, any of them is lawful; so are an error of rights and any HTTP status.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.unknown-ticket-is-not-found": {
    "section": "7",
    "basis": "documented",
    "severity": "major",
    "text": "A void of a ticket that does not exist says TICKET_NOT_FOUND.",
    "reading": "A ticket has one number in two forms: numbers that are equal, or whose last ten digits are, name one ticket. Where several documented reasons hold at once, any of them is lawful; so are an error of rights and any HTTP status. In the form that the service has not shown it may be refused with any code.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.incomplete-request-is-refused": {
    "section": "4.4",
    "basis": "reading",
    "severity": "major",
    "text": "A void without bookingId or without ticketNumber does not succeed.",
    "reading": "Both are required; with which code and status their lack is refused is not said, so any is lawful. Null and an empty text are a lack, too.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.used-ticket-is-refused": {
    "section": "7",
    "basis": "documented",
    "severity": "critical",
    "text": "A void of a used ticket does not succeed, and says TICKET_USED.",
    "reading": "Part 3 names INVALID_TICKET_STATE beside it, which is as lawful. Where several documented reasons hold at once, any of them is lawful; so are an error of rights and any HTTP status. A ticket that the target file names, and that neither a look nor the void finds, may be wrong in that file.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.unknown-booking-is-not-found": {
    "section": "7",
    "basis": "documented",
    "severity": "major",
    "text": "A void in a booking that does not exist says BOOKING_NOT_FOUND.",
    "reading": "Without the booking its ticket is not found either: TICKET_NOT_FOUND is lawful. Where several documented reasons hold at once, any of them is lawful; so are an error of rights and any HTTP status.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.unknown-booking-is-named": {
    "section": "7",
    "basis": "derived",
    "severity": "minor",
    "text": "A void of a ticket of ours in a booking that does not exist says BOOKING_NOT_FOUND, not TICKET_NOT_FOUND.",
    "reading": "The ticket is there, and only the booking is not. Whoever looks for the ticket in that booking finds none either, and so it only warns. Any other code is the matter of ticket-cancel.unknown-booking-is-not-found.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.second-void-is-refused": {
    "section": "3",
    "basis": "reading",
    "severity": "critical",
    "text": "A ticket that was voided is not voided again.",
    "reading": "What counts as unused is not said: a voided ticket is taken not to. INVALID_TICKET_STATE suits it best; any other documented code of ticket_cancel is lawful, as a voided ticket may not be found any more.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.ended-ticket-is-refused": {
    "section": "3",
    "basis": "reading",
    "severity": "critical",
    "text": "A ticket that was exchanged or refunded is not voided.",
    "reading": "INVALID_TICKET_STATE suits it best; any other documented code of ticket_cancel is lawful, as such a ticket may not be found any more. Where an exchange reports the old number as that of the new ticket, nothing is judged.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.other-partner-is-refused": {
    "section": "5",
    "basis": "reading",
    "severity": "critical",
    "text": "A ticket of another partner is not voided.",
    "reading": "ACCESS_DENIED, BOOKING_NOT_FOUND and TICKET_NOT_FOUND are lawful: whether the ticket exists need not be said. So is 401 or 403.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.lack-of-rights-is-access-denied": {
    "section": "5",
    "basis": "documented",
    "severity": "critical",
    "text": "A void without rights does not succeed, and says ACCESS_DENIED.",
    "reading": "Asked only about the ticket that known.withoutRights of the target names. A ticket that the target file names, and that neither a look nor the void finds, may be wrong in that file.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-cancel.refused-void-changes-nothing": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket whose void was refused is as open as before.",
    "reading": "Judged by a ticket that was open, between two looks with nothing else before or between them that could change it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.works-with-a-calculation": {
    "section": "3",
    "basis": "reading",
    "severity": "critical",
    "text": "An exchange succeeds with the exchangeId of the calculation before it.",
    "reading": "One ticket may be refused for a reason of its own: every ticket must be refused, two at least, each with what its calculation reported.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.invented-exchange-id-is-refused": {
    "section": "3",
    "basis": "documented",
    "severity": "critical",
    "text": "No exchange succeeds with an exchangeId that no calculation returned.",
    "reading": "Any refusal is lawful; a lack of rights shows nothing, unless the caller exchanges otherwise.",
    "dimensions": [
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.exchange-without-an-id-is-refused": {
    "section": "3",
    "basis": "documented",
    "severity": "critical",
    "text": "No exchange succeeds without the exchangeId of a calculation.",
    "reading": "It is left out, null or an empty text. Any refusal is lawful; a lack of rights shows nothing.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.old-ticket-is-not-open": {
    "section": "3",
    "basis": "documented",
    "severity": "critical",
    "text": "The old ticket of an exchange is not open any more.",
    "reading": "The names of the states are not shown: the binding says whether a ticket can still be flown. A ticket that is not shown any more is lawful. The change may take its time: it is looked for until limits.settleMs of the target have passed.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.new-ticket-has-another-number": {
    "section": "3",
    "basis": "documented",
    "severity": "critical",
    "text": "An exchange issues a ticket with another number than the old one.",
    "reading": "A ticket has one number in two forms: numbers that are equal, or whose last ten digits are, name one ticket. The new one may be reported beside the old one.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.costs-what-was-calculated": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "Penalty and surcharge of an exchange are those of its calculation.",
    "reading": "Fares may move between the two, and so it only warns. Two currencies cannot be compared.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.other-partner-is-refused": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket of another partner is not exchanged.",
    "reading": "Any refusal is lawful. Asked with the exchangeId that its owner was told. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.calculation-of-another-ticket-is-refused": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket is not exchanged by the exchangeId that was calculated for another one.",
    "reading": "Any refusal is lawful. One exchange may be for all passengers of a booking, and so it only warns. A lack of rights shows nothing. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.ended-ticket-is-refused": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket that was voided or refunded is not exchanged by what was calculated before.",
    "reading": "Any refusal is lawful. Where an exchange reports the old number as that of the new ticket, nothing is judged. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange.calculation-serves-once": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "The exchangeId by which a ticket was exchanged does not exchange it once more.",
    "reading": "Any refusal is lawful. So is an answer that reports the new ticket of the first time, or none. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.works-after-a-calculation": {
    "section": "3",
    "basis": "reading",
    "severity": "critical",
    "text": "A refund succeeds after its calculation.",
    "reading": "One ticket may be refused for a reason of its own: every ticket must be refused, two at least, each with what its calculation reported. That a ticket could be voided is no reason once its refund was calculated.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.uncalculated-refund-is-refused": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket is not refunded before its refund was calculated.",
    "reading": "A refund follows its calculation: that a service may calculate by itself is not said, and so it only warns. Judged by a ticket of ours that nothing was calculated for and nothing done to; any refusal is lawful, and a lack of rights shows nothing.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.amount-is-the-calculated-one": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "The amount of a refund is the one that was calculated.",
    "reading": "So are its penalty and its taxes, where both are reported. Fares may move between the two, and so it only warns. Two currencies cannot be compared.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.no-more-than-was-paid": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A refund gives back no more than the ticket cost.",
    "reading": "The price of a ticket that was exchanged is not judged. Two currencies cannot be compared.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.refunded-ticket-is-not-open": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A refunded ticket is not open any more.",
    "reading": "The names of the states are not shown: the binding says whether a ticket can still be flown. A ticket that is not shown any more is lawful. The change may take its time: it is looked for until limits.settleMs of the target have passed.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.ended-ticket-is-refused": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket that was voided or exchanged is not refunded by what was calculated before.",
    "reading": "Any refusal is lawful. Where an exchange reports the old number as that of the new ticket, nothing is judged. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.refunded-ticket-is-not-refunded-again": {
    "section": "3",
    "basis": "derived",
    "severity": "critical",
    "text": "A refunded ticket is not refunded again.",
    "reading": "A success that only repeats the first answer counts as a second refund: nothing tells the two apart.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-refund.other-partner-is-refused": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "A ticket of another partner is not refunded.",
    "reading": "Any refusal is lawful. Asked once its owner has calculated the refund. Asked with the permission to issue tickets: a faulty service may do it.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "turn",
      "after"
    ]
  },
  "ticket-exchange-calculation.exchange-id-is-told": {
    "section": "2.3",
    "basis": "documented",
    "severity": "major",
    "text": "The calculation of an exchange returns an exchangeId that is text.",
    "reading": "Its place is open. A calculation that finds nothing to exchange for may leave it out.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-exchange-calculation.offers-surcharge-and-penalty-are-told": {
    "section": "4.4",
    "basis": "documented",
    "severity": "critical",
    "text": "The calculation of an exchange reports the offers, the surcharge and the penalty.",
    "reading": "Its place and form are what the binding says. Nothing to pay is reported as zero: what is left out may be owed or not. The binding may say zero of a service that is known to leave it out. There may be no offer, and then nothing that it costs.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-exchange-calculation.each-offer-carries-its-key": {
    "section": "4.4",
    "basis": "derived",
    "severity": "minor",
    "text": "Where the offers of an exchange carry what later requests name them by, each of them does.",
    "isLaw": true,
    "reading": "As far as the binding reads it; where no entry carries it, nothing is judged.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-exchange-calculation.other-partner-sees-nothing": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "What exchanging a ticket of another partner would cost is not shown.",
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-refund-calculation.amount-penalties-and-taxes-are-told": {
    "section": "3",
    "basis": "reading",
    "severity": "critical",
    "text": "The calculation of a refund reports the amount, the penalties and the taxes.",
    "reading": "The amount comes with penalties and taxes: each is reported, and not only what is left. Its place and form are what the binding says. Nothing to pay is reported as zero: what is left out may be owed or not. The binding may say zero of a service that is known to leave it out.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "ticket-refund-calculation.other-partner-sees-nothing": {
    "section": "4.4",
    "basis": "derived",
    "severity": "critical",
    "text": "What refunding a ticket of another partner would give back is not shown.",
    "reading": "Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.",
    "dimensions": [
      "passengers",
      "passenger",
      "trip",
      "route",
      "supplier",
      "partner",
      "read",
      "after"
    ]
  },
  "avia-refusal.carries-code-and-message": {
    "section": "7",
    "basis": "documented",
    "severity": "minor",
    "text": "A refused avia operation carries an error with a code and a message, both text.",
    "reading": "That holds for a refused token, too. Either may be empty, which is the matter of another clause. What stands beside the error is open, and so is the HTTP status. A path where a caller with a token gets nothing but 404 or 405, without an error, serves no operation and shows nothing. Answers of 429 and 5xx are trouble. A void with success false is the matter of ticket-cancel.failure-carries-an-error.",
    "dimensions": [
      "partner",
      "after"
    ]
  },
  "avia-refusal.success-is-a-boolean": {
    "section": "2.2",
    "basis": "documented",
    "severity": "minor",
    "text": "Where success stands beside the error of an avia operation, it is a boolean.",
    "reading": "Which operations have it is not said: an error alone is as lawful, and null is the same as absent.",
    "dimensions": [
      "partner",
      "after"
    ]
  },
  "avia-bearer.issued-token-is-accepted": {
    "section": "5",
    "basis": "documented",
    "severity": "major",
    "text": "A token just issued is accepted by every avia operation.",
    "reading": "A caller may lack rights for an operation: ACCESS_DENIED and 403 are lawful. So is any other documented code at 401, as the mapping of codes to statuses is not shown; a 401 without one is about the token. What is asked of a booking once it, or a ticket of it, may have ended is not judged.",
    "dimensions": [
      "after"
    ]
  },
  "avia-bearer.missing-token-is-refused": {
    "section": "5",
    "basis": "documented",
    "severity": "critical",
    "text": "An avia operation without a token does not succeed.",
    "reading": "The status of the refusal is not shown for avia operations.",
    "dimensions": [
      "after"
    ]
  },
  "avia-bearer.invalid-token-is-refused": {
    "section": "5",
    "basis": "documented",
    "severity": "critical",
    "text": "An avia operation with a token that is no JWT, altered, unsigned or expired does not succeed.",
    "reading": "Of an expired token ten minutes of grace are lawful. The status of the refusal is not shown.",
    "dimensions": [
      "after"
    ]
  },
  "refusal.lack-is-refused-alike": {
    "section": "4",
    "basis": "derived",
    "severity": "major",
    "text": "What is refused where a part of the request is left out is refused where it is null or empty, and each time.",
    "isLaw": true,
    "reading": "A service that answers without that part does not need it. Judged where nothing was done between the two, and of searches and offers where the refusal blames the request, with status 400 or 422.",
    "dimensions": [
      "partner",
      "after"
    ]
  },
  "refusal.has-one-form": {
    "section": "2.2",
    "basis": "derived",
    "severity": "minor",
    "text": "The refusals of one hotel or avia operation have one form: where success stands, and what code and message are.",
    "isLaw": true,
    "reading": "Nothing says that they are alike, and so it only warns. What stands before an operation may answer for it, with 400, 401, 403, 405, 415 or 422, and a supplier in its own words (SUPPLIER_ERROR). Three refusals at least show what is usual; further members are open.",
    "dimensions": [
      "partner",
      "after"
    ]
  },
  "refusal.says-something": {
    "section": "2.2",
    "basis": "derived",
    "severity": "minor",
    "text": "Neither the code nor the message of a refused hotel or avia operation is blank.",
    "reading": "Both are shown as text, which an empty one is, too: so it only warns, of a code as of a message. The message of SUPPLIER_ERROR, which has to give a reason, is the matter of another clause.",
    "dimensions": [
      "partner",
      "after"
    ]
  },
  "refusal.success-is-false": {
    "section": "2.2",
    "basis": "derived",
    "severity": "minor",
    "text": "A refused hotel or avia operation that carries success says false.",
    "reading": "That success stands beside the error of some operations is said, and what it says of one alone: of ticket_cancel, whose success true beside an error is the matter of ticket-cancel.success-carries-no-error. No success, null, and what is no boolean show nothing here.",
    "dimensions": [
      "partner",
      "after"
    ]
  }
};
