/** This package's version, as it is sent in `sdk_version`. A test keeps it equal to package.json. */
export const SDK_VERSION = "0.1.0";
