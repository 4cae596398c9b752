/** How large a file may be that we import: it comes from anywhere. */

export const importedBytesMax = 50 * 1024 * 1024;
export const requestsMax = 5_000;
/** Folders of a Postman collection inside each other. */
export const foldersMax = 50;
/** Of an address that may be one of the service; servers refuse a longer one. */
export const addressCharactersMax = 16_384;
/** Of an address that is named to a person. */
export const namedCharactersMax = 160;
