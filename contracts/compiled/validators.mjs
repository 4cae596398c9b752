"use strict";
export const TokenRequest = validate20;
const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/TokenRequest","$defs":{"TokenRequest":{"type":"object","properties":{"clientId":{"type":"string","x-sensitive":"secret"},"clientSecret":{"type":"string","x-sensitive":"secret"}},"required":["clientId","clientSecret"],"additionalProperties":{},"description":"Client credentials."}}};
const schema32 = {"type":"object","properties":{"clientId":{"type":"string","x-sensitive":"secret"},"clientSecret":{"type":"string","x-sensitive":"secret"}},"required":["clientId","clientSecret"],"additionalProperties":{},"description":"Client credentials."};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.clientId === undefined) && (missing0 = "clientId")) || ((data.clientSecret === undefined) && (missing0 = "clientSecret"))){
validate20.errors = [{instancePath,schemaPath:"#/$defs/TokenRequest/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.clientId !== undefined){
const _errs3 = errors;
if(typeof data.clientId !== "string"){
validate20.errors = [{instancePath:instancePath+"/clientId",schemaPath:"#/$defs/TokenRequest/properties/clientId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.clientSecret !== undefined){
const _errs5 = errors;
if(typeof data.clientSecret !== "string"){
validate20.errors = [{instancePath:instancePath+"/clientSecret",schemaPath:"#/$defs/TokenRequest/properties/clientSecret/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate20.errors = [{instancePath,schemaPath:"#/$defs/TokenRequest/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const TokenSuccess = validate21;
const schema33 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/TokenSuccess","$defs":{"TokenSuccess":{"type":"object","properties":{"token":{"type":"string","x-sensitive":"jwt"},"expiresAt":{"type":"string","x-form":"moment"}},"required":["token","expiresAt"],"additionalProperties":{},"description":"A token and the moment it expires (ISO 8601, UTC)."}}};
const schema34 = {"type":"object","properties":{"token":{"type":"string","x-sensitive":"jwt"},"expiresAt":{"type":"string","x-form":"moment"}},"required":["token","expiresAt"],"additionalProperties":{},"description":"A token and the moment it expires (ISO 8601, UTC)."};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.token === undefined) && (missing0 = "token")) || ((data.expiresAt === undefined) && (missing0 = "expiresAt"))){
validate21.errors = [{instancePath,schemaPath:"#/$defs/TokenSuccess/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.token !== undefined){
const _errs3 = errors;
if(typeof data.token !== "string"){
validate21.errors = [{instancePath:instancePath+"/token",schemaPath:"#/$defs/TokenSuccess/properties/token/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.expiresAt !== undefined){
const _errs5 = errors;
if(typeof data.expiresAt !== "string"){
validate21.errors = [{instancePath:instancePath+"/expiresAt",schemaPath:"#/$defs/TokenSuccess/properties/expiresAt/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate21.errors = [{instancePath,schemaPath:"#/$defs/TokenSuccess/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const TokenAnswer = validate22;
const schema35 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/TokenAnswer","$defs":{"TokenAnswer":{"type":"object","properties":{"token":{"anyOf":[{"type":"string","x-sensitive":"jwt"},{"type":"null"}]},"expiresAt":{"x-form":"moment","type":["string","null"]},"error":{"anyOf":[{"$ref":"#/$defs/Error"},{"type":"null"}]}},"additionalProperties":{},"description":"Any answer of the token operation."},"Error":{"type":"object","properties":{"code":{"type":"string","x-form":"code"},"message":{"type":"string","x-sensitive":"personal"}},"required":["code","message"],"additionalProperties":{},"description":"Machine-readable code and human-readable message."}}};
const schema36 = {"type":"object","properties":{"token":{"anyOf":[{"type":"string","x-sensitive":"jwt"},{"type":"null"}]},"expiresAt":{"x-form":"moment","type":["string","null"]},"error":{"anyOf":[{"$ref":"#/$defs/Error"},{"type":"null"}]}},"additionalProperties":{},"description":"Any answer of the token operation."};
const schema37 = {"type":"object","properties":{"code":{"type":"string","x-form":"code"},"message":{"type":"string","x-sensitive":"personal"}},"required":["code","message"],"additionalProperties":{},"description":"Machine-readable code and human-readable message."};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.token !== undefined){
let data0 = data.token;
const _errs2 = errors;
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(typeof data0 !== "string"){
const err0 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid1 = valid1 || _valid0;
const _errs6 = errors;
if(data0 !== null){
const err1 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err2 = {instancePath:instancePath+"/token",schemaPath:"#/properties/token/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
validate23.errors = vErrors;
return false;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expiresAt !== undefined){
let data1 = data.expiresAt;
const _errs8 = errors;
if((typeof data1 !== "string") && (data1 !== null)){
validate23.errors = [{instancePath:instancePath+"/expiresAt",schemaPath:"#/properties/expiresAt/type",keyword:"type",params:{type: schema36.properties.expiresAt.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.error !== undefined){
let data2 = data.error;
const _errs10 = errors;
const _errs11 = errors;
let valid2 = false;
const _errs12 = errors;
const _errs13 = errors;
if(errors === _errs13){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing0;
if(((data2.code === undefined) && (missing0 = "code")) || ((data2.message === undefined) && (missing0 = "message"))){
const err3 = {instancePath:instancePath+"/error",schemaPath:"#/$defs/Error/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
else {
if(data2.code !== undefined){
const _errs16 = errors;
if(typeof data2.code !== "string"){
const err4 = {instancePath:instancePath+"/error/code",schemaPath:"#/$defs/Error/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.message !== undefined){
const _errs18 = errors;
if(typeof data2.message !== "string"){
const err5 = {instancePath:instancePath+"/error/message",schemaPath:"#/$defs/Error/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
const err6 = {instancePath:instancePath+"/error",schemaPath:"#/$defs/Error/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
var _valid1 = _errs12 === errors;
valid2 = valid2 || _valid1;
const _errs20 = errors;
if(data2 !== null){
const err7 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid1 = _errs20 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err8 = {instancePath:instancePath+"/error",schemaPath:"#/properties/error/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
validate23.errors = vErrors;
return false;
}
else {
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate23.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate23(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const Refusal = validate25;
const schema38 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Refusal","$defs":{"Refusal":{"type":"object","properties":{"error":{"$ref":"#/$defs/Error"}},"required":["error"],"additionalProperties":{},"description":"The body of a refused operation."},"Error":{"type":"object","properties":{"code":{"type":"string","x-form":"code"},"message":{"type":"string","x-sensitive":"personal"}},"required":["code","message"],"additionalProperties":{},"description":"Machine-readable code and human-readable message."}}};
const schema39 = {"type":"object","properties":{"error":{"$ref":"#/$defs/Error"}},"required":["error"],"additionalProperties":{},"description":"The body of a refused operation."};
const schema40 = {"type":"object","properties":{"code":{"type":"string","x-form":"code"},"message":{"type":"string","x-sensitive":"personal"}},"required":["code","message"],"additionalProperties":{},"description":"Machine-readable code and human-readable message."};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.error === undefined) && (missing0 = "error")){
validate26.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.error !== undefined){
let data0 = data.error;
const _errs3 = errors;
if(errors === _errs3){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.code === undefined) && (missing1 = "code")) || ((data0.message === undefined) && (missing1 = "message"))){
validate26.errors = [{instancePath:instancePath+"/error",schemaPath:"#/$defs/Error/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data0.code !== undefined){
const _errs6 = errors;
if(typeof data0.code !== "string"){
validate26.errors = [{instancePath:instancePath+"/error/code",schemaPath:"#/$defs/Error/properties/code/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.message !== undefined){
const _errs8 = errors;
if(typeof data0.message !== "string"){
validate26.errors = [{instancePath:instancePath+"/error/message",schemaPath:"#/$defs/Error/properties/message/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate26.errors = [{instancePath:instancePath+"/error",schemaPath:"#/$defs/Error/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
}
}
else {
validate26.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate26(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const Countries = validate28;
const schema41 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Countries","$defs":{"Countries":{"type":"array","items":{"$ref":"#/$defs/Country"},"description":"All countries, sorted by id."},"Country":{"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"},"codeA2":{"type":"string","x-form":"letters"},"codeA3":{"type":"string","x-form":"letters"}},"required":["id","nameRu","nameEn","codeA2","codeA3"],"additionalProperties":{},"description":"A country with its two-letter and three-letter codes."}}};
const schema42 = {"type":"array","items":{"$ref":"#/$defs/Country"},"description":"All countries, sorted by id."};
const schema43 = {"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"},"codeA2":{"type":"string","x-form":"letters"},"codeA3":{"type":"string","x-form":"letters"}},"required":["id","nameRu","nameEn","codeA2","codeA3"],"additionalProperties":{},"description":"A country with its two-letter and three-letter codes."};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((((((data0.id === undefined) && (missing0 = "id")) || ((data0.nameRu === undefined) && (missing0 = "nameRu"))) || ((data0.nameEn === undefined) && (missing0 = "nameEn"))) || ((data0.codeA2 === undefined) && (missing0 = "codeA2"))) || ((data0.codeA3 === undefined) && (missing0 = "codeA3"))){
validate29.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/Country/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.id !== undefined){
let data1 = data0.id;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate29.errors = [{instancePath:instancePath+"/" + i0+"/id",schemaPath:"#/$defs/Country/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.nameRu !== undefined){
const _errs7 = errors;
if(typeof data0.nameRu !== "string"){
validate29.errors = [{instancePath:instancePath+"/" + i0+"/nameRu",schemaPath:"#/$defs/Country/properties/nameRu/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.nameEn !== undefined){
const _errs9 = errors;
if(typeof data0.nameEn !== "string"){
validate29.errors = [{instancePath:instancePath+"/" + i0+"/nameEn",schemaPath:"#/$defs/Country/properties/nameEn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.codeA2 !== undefined){
const _errs11 = errors;
if(typeof data0.codeA2 !== "string"){
validate29.errors = [{instancePath:instancePath+"/" + i0+"/codeA2",schemaPath:"#/$defs/Country/properties/codeA2/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.codeA3 !== undefined){
const _errs13 = errors;
if(typeof data0.codeA3 !== "string"){
validate29.errors = [{instancePath:instancePath+"/" + i0+"/codeA3",schemaPath:"#/$defs/Country/properties/codeA3/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs13 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate29.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/Country/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate29.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate28.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate29(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
validate28.errors = vErrors;
return errors === 0;
}
validate28.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const CitiesQuery = validate31;
const schema44 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/CitiesQuery","$defs":{"CitiesQuery":{"type":"object","properties":{"countryId":{"type":"number"}},"required":["countryId"],"additionalProperties":{}}}};
const schema45 = {"type":"object","properties":{"countryId":{"type":"number"}},"required":["countryId"],"additionalProperties":{}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate31.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.countryId === undefined) && (missing0 = "countryId")){
validate31.errors = [{instancePath,schemaPath:"#/$defs/CitiesQuery/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.countryId !== undefined){
let data0 = data.countryId;
if(!((typeof data0 == "number") && (isFinite(data0)))){
validate31.errors = [{instancePath:instancePath+"/countryId",schemaPath:"#/$defs/CitiesQuery/properties/countryId/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
}
}
}
else {
validate31.errors = [{instancePath,schemaPath:"#/$defs/CitiesQuery/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}
validate31.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const Cities = validate32;
const schema46 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Cities","$defs":{"Cities":{"type":"array","items":{"$ref":"#/$defs/City"},"description":"The cities of one country, sorted by id; empty when the country is unknown."},"City":{"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"},"latitude":{"type":"number","x-form":"coordinate"},"longitude":{"type":"number","x-form":"coordinate"},"country":{"$ref":"#/$defs/CityCountry"}},"required":["id","nameRu","nameEn","latitude","longitude","country"],"additionalProperties":{},"description":"A city with its coordinates in degrees."},"CityCountry":{"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"The country a city lies in."}}};
const schema47 = {"type":"array","items":{"$ref":"#/$defs/City"},"description":"The cities of one country, sorted by id; empty when the country is unknown."};
const schema48 = {"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"},"latitude":{"type":"number","x-form":"coordinate"},"longitude":{"type":"number","x-form":"coordinate"},"country":{"$ref":"#/$defs/CityCountry"}},"required":["id","nameRu","nameEn","latitude","longitude","country"],"additionalProperties":{},"description":"A city with its coordinates in degrees."};
const schema49 = {"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"The country a city lies in."};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.id === undefined) && (missing0 = "id")) || ((data.nameRu === undefined) && (missing0 = "nameRu"))) || ((data.nameEn === undefined) && (missing0 = "nameEn"))) || ((data.latitude === undefined) && (missing0 = "latitude"))) || ((data.longitude === undefined) && (missing0 = "longitude"))) || ((data.country === undefined) && (missing0 = "country"))){
validate34.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate34.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.nameRu !== undefined){
const _errs4 = errors;
if(typeof data.nameRu !== "string"){
validate34.errors = [{instancePath:instancePath+"/nameRu",schemaPath:"#/properties/nameRu/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.nameEn !== undefined){
const _errs6 = errors;
if(typeof data.nameEn !== "string"){
validate34.errors = [{instancePath:instancePath+"/nameEn",schemaPath:"#/properties/nameEn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.latitude !== undefined){
let data3 = data.latitude;
const _errs8 = errors;
if(!((typeof data3 == "number") && (isFinite(data3)))){
validate34.errors = [{instancePath:instancePath+"/latitude",schemaPath:"#/properties/latitude/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.longitude !== undefined){
let data4 = data.longitude;
const _errs10 = errors;
if(!((typeof data4 == "number") && (isFinite(data4)))){
validate34.errors = [{instancePath:instancePath+"/longitude",schemaPath:"#/properties/longitude/type",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.country !== undefined){
let data5 = data.country;
const _errs12 = errors;
const _errs13 = errors;
if(errors === _errs13){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if((((data5.id === undefined) && (missing1 = "id")) || ((data5.nameRu === undefined) && (missing1 = "nameRu"))) || ((data5.nameEn === undefined) && (missing1 = "nameEn"))){
validate34.errors = [{instancePath:instancePath+"/country",schemaPath:"#/$defs/CityCountry/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data5.id !== undefined){
let data6 = data5.id;
const _errs16 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate34.errors = [{instancePath:instancePath+"/country/id",schemaPath:"#/$defs/CityCountry/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs16 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.nameRu !== undefined){
const _errs18 = errors;
if(typeof data5.nameRu !== "string"){
validate34.errors = [{instancePath:instancePath+"/country/nameRu",schemaPath:"#/$defs/CityCountry/properties/nameRu/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data5.nameEn !== undefined){
const _errs20 = errors;
if(typeof data5.nameEn !== "string"){
validate34.errors = [{instancePath:instancePath+"/country/nameEn",schemaPath:"#/$defs/CityCountry/properties/nameEn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs20 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate34.errors = [{instancePath:instancePath+"/country",schemaPath:"#/$defs/CityCountry/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate34.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate34(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate33.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}
validate33.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate32.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate33(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
validate32.errors = vErrors;
return errors === 0;
}
validate32.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const AccommodationTypes = validate37;
const schema50 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/AccommodationTypes","$defs":{"AccommodationTypes":{"type":"array","items":{"$ref":"#/$defs/AccommodationType"},"description":"All types of accommodation, sorted by id."},"AccommodationType":{"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"A kind of place to stay; decodes the category of a hotel."}}};
const schema51 = {"type":"array","items":{"$ref":"#/$defs/AccommodationType"},"description":"All types of accommodation, sorted by id."};
const schema52 = {"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"A kind of place to stay; decodes the category of a hotel."};

function validate38(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate38.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((((data0.id === undefined) && (missing0 = "id")) || ((data0.nameRu === undefined) && (missing0 = "nameRu"))) || ((data0.nameEn === undefined) && (missing0 = "nameEn"))){
validate38.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/AccommodationType/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.id !== undefined){
let data1 = data0.id;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate38.errors = [{instancePath:instancePath+"/" + i0+"/id",schemaPath:"#/$defs/AccommodationType/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.nameRu !== undefined){
const _errs7 = errors;
if(typeof data0.nameRu !== "string"){
validate38.errors = [{instancePath:instancePath+"/" + i0+"/nameRu",schemaPath:"#/$defs/AccommodationType/properties/nameRu/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.nameEn !== undefined){
const _errs9 = errors;
if(typeof data0.nameEn !== "string"){
validate38.errors = [{instancePath:instancePath+"/" + i0+"/nameEn",schemaPath:"#/$defs/AccommodationType/properties/nameEn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate38.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/AccommodationType/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate38.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate38.errors = vErrors;
return errors === 0;
}
validate38.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate37.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate38(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate38.errors : vErrors.concat(validate38.errors);
errors = vErrors.length;
}
validate37.errors = vErrors;
return errors === 0;
}
validate37.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const Amenities = validate40;
const schema53 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/Amenities","$defs":{"Amenities":{"type":"array","items":{"$ref":"#/$defs/Amenity"},"description":"All amenities, sorted by id."},"Amenity":{"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"},"group":{"anyOf":[{"$ref":"#/$defs/AmenityGroup"},{"type":"null"}]},"level":{"x-form":"level","type":["string","null"]}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"What a hotel, a room or an apartment offers."},"AmenityGroup":{"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"What kind of amenity it is."}}};
const schema54 = {"type":"array","items":{"$ref":"#/$defs/Amenity"},"description":"All amenities, sorted by id."};
const schema55 = {"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"},"group":{"anyOf":[{"$ref":"#/$defs/AmenityGroup"},{"type":"null"}]},"level":{"x-form":"level","type":["string","null"]}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"What a hotel, a room or an apartment offers."};
const schema56 = {"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"What kind of amenity it is."};

function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.id === undefined) && (missing0 = "id")) || ((data.nameRu === undefined) && (missing0 = "nameRu"))) || ((data.nameEn === undefined) && (missing0 = "nameEn"))){
validate42.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.id !== undefined){
let data0 = data.id;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate42.errors = [{instancePath:instancePath+"/id",schemaPath:"#/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.nameRu !== undefined){
const _errs4 = errors;
if(typeof data.nameRu !== "string"){
validate42.errors = [{instancePath:instancePath+"/nameRu",schemaPath:"#/properties/nameRu/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.nameEn !== undefined){
const _errs6 = errors;
if(typeof data.nameEn !== "string"){
validate42.errors = [{instancePath:instancePath+"/nameEn",schemaPath:"#/properties/nameEn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.group !== undefined){
let data3 = data.group;
const _errs8 = errors;
const _errs9 = errors;
let valid1 = false;
const _errs10 = errors;
const _errs11 = errors;
if(errors === _errs11){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((((data3.id === undefined) && (missing1 = "id")) || ((data3.nameRu === undefined) && (missing1 = "nameRu"))) || ((data3.nameEn === undefined) && (missing1 = "nameEn"))){
const err0 = {instancePath:instancePath+"/group",schemaPath:"#/$defs/AmenityGroup/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data3.id !== undefined){
let data4 = data3.id;
const _errs14 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err1 = {instancePath:instancePath+"/group/id",schemaPath:"#/$defs/AmenityGroup/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.nameRu !== undefined){
const _errs16 = errors;
if(typeof data3.nameRu !== "string"){
const err2 = {instancePath:instancePath+"/group/nameRu",schemaPath:"#/$defs/AmenityGroup/properties/nameRu/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.nameEn !== undefined){
const _errs18 = errors;
if(typeof data3.nameEn !== "string"){
const err3 = {instancePath:instancePath+"/group/nameEn",schemaPath:"#/$defs/AmenityGroup/properties/nameEn/type",keyword:"type",params:{type: "string"},message:"must be string"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
const err4 = {instancePath:instancePath+"/group",schemaPath:"#/$defs/AmenityGroup/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
var _valid0 = _errs10 === errors;
valid1 = valid1 || _valid0;
const _errs20 = errors;
if(data3 !== null){
const err5 = {instancePath:instancePath+"/group",schemaPath:"#/properties/group/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs20 === errors;
valid1 = valid1 || _valid0;
if(!valid1){
const err6 = {instancePath:instancePath+"/group",schemaPath:"#/properties/group/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
validate42.errors = vErrors;
return false;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.level !== undefined){
let data7 = data.level;
const _errs22 = errors;
if((typeof data7 !== "string") && (data7 !== null)){
validate42.errors = [{instancePath:instancePath+"/level",schemaPath:"#/properties/level/type",keyword:"type",params:{type: schema55.properties.level.type},message:"must be string,null"}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate42.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate41(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate41.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
const _errs1 = errors;
if(!(validate42(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate41.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate41.errors = vErrors;
return errors === 0;
}
validate41.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate40(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate40.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate41(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate41.errors : vErrors.concat(validate41.errors);
errors = vErrors.length;
}
validate40.errors = vErrors;
return errors === 0;
}
validate40.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const BedTypes = validate45;
const schema57 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/BedTypes","$defs":{"BedTypes":{"type":"array","items":{"$ref":"#/$defs/BedType"},"description":"All types of beds, sorted by id."},"BedType":{"type":"object","properties":{"id":{"x-form":"id","type":["integer","string"]}},"required":["id"],"additionalProperties":{},"description":"A kind of bed."}}};
const schema58 = {"type":"array","items":{"$ref":"#/$defs/BedType"},"description":"All types of beds, sorted by id."};
const schema59 = {"type":"object","properties":{"id":{"x-form":"id","type":["integer","string"]}},"required":["id"],"additionalProperties":{},"description":"A kind of bed."};

function validate46(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate46.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((data0.id === undefined) && (missing0 = "id")){
validate46.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/BedType/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.id !== undefined){
let data1 = data0.id;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (typeof data1 !== "string")){
validate46.errors = [{instancePath:instancePath+"/" + i0+"/id",schemaPath:"#/$defs/BedType/properties/id/type",keyword:"type",params:{type: schema59.properties.id.type},message:"must be integer,string"}];
return false;
}
}
}
}
else {
validate46.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/BedType/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate46.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate46.errors = vErrors;
return errors === 0;
}
validate46.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate46(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate46.errors : vErrors.concat(validate46.errors);
errors = vErrors.length;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const MealTypes = validate48;
const schema60 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/MealTypes","$defs":{"MealTypes":{"type":"array","items":{"$ref":"#/$defs/MealType"},"description":"All types of meals, sorted by id."},"MealType":{"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"A kind of board."}}};
const schema61 = {"type":"array","items":{"$ref":"#/$defs/MealType"},"description":"All types of meals, sorted by id."};
const schema62 = {"type":"object","properties":{"id":{"type":"integer"},"nameRu":{"type":"string"},"nameEn":{"type":"string"}},"required":["id","nameRu","nameEn"],"additionalProperties":{},"description":"A kind of board."};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((((data0.id === undefined) && (missing0 = "id")) || ((data0.nameRu === undefined) && (missing0 = "nameRu"))) || ((data0.nameEn === undefined) && (missing0 = "nameEn"))){
validate49.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/MealType/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.id !== undefined){
let data1 = data0.id;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate49.errors = [{instancePath:instancePath+"/" + i0+"/id",schemaPath:"#/$defs/MealType/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.nameRu !== undefined){
const _errs7 = errors;
if(typeof data0.nameRu !== "string"){
validate49.errors = [{instancePath:instancePath+"/" + i0+"/nameRu",schemaPath:"#/$defs/MealType/properties/nameRu/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.nameEn !== undefined){
const _errs9 = errors;
if(typeof data0.nameEn !== "string"){
validate49.errors = [{instancePath:instancePath+"/" + i0+"/nameEn",schemaPath:"#/$defs/MealType/properties/nameEn/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
else {
validate49.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/MealType/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate49.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate48.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
validate48.errors = vErrors;
return errors === 0;
}
validate48.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const HotelStaticInfo = validate51;
const schema63 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/HotelStaticInfo","$defs":{"HotelStaticInfo":{"type":"object","properties":{"hotel":{"$ref":"#/$defs/HotelCard"}},"required":["hotel"],"additionalProperties":{},"description":"The card of one hotel under its one key."},"HotelCard":{"type":"object","properties":{"id":{"type":"integer"},"isDeleted":{"type":"boolean"},"name":{"type":"object","properties":{"ru":{"type":"string"},"en":{"type":"string"}},"required":["ru","en"],"additionalProperties":{}},"stars":{"type":"integer","x-form":"stars"},"phones":{"type":"array","items":{"type":"string","x-sensitive":"personal"}},"amenities":{"type":"array","items":{}},"photos":{"type":"array","items":{"x-sensitive":"personal"}},"category":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":{}}},"required":["id","isDeleted","name","stars","phones","amenities","photos","category"],"additionalProperties":{},"description":"What is known of a hotel whoever asks."}}};
const schema64 = {"type":"object","properties":{"hotel":{"$ref":"#/$defs/HotelCard"}},"required":["hotel"],"additionalProperties":{},"description":"The card of one hotel under its one key."};
const schema65 = {"type":"object","properties":{"id":{"type":"integer"},"isDeleted":{"type":"boolean"},"name":{"type":"object","properties":{"ru":{"type":"string"},"en":{"type":"string"}},"required":["ru","en"],"additionalProperties":{}},"stars":{"type":"integer","x-form":"stars"},"phones":{"type":"array","items":{"type":"string","x-sensitive":"personal"}},"amenities":{"type":"array","items":{}},"photos":{"type":"array","items":{"x-sensitive":"personal"}},"category":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":{}}},"required":["id","isDeleted","name","stars","phones","amenities","photos","category"],"additionalProperties":{},"description":"What is known of a hotel whoever asks."};

function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate52.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.hotel === undefined) && (missing0 = "hotel")){
validate52.errors = [{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.hotel !== undefined){
let data0 = data.hotel;
const _errs3 = errors;
if(errors === _errs3){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((((((((data0.id === undefined) && (missing1 = "id")) || ((data0.isDeleted === undefined) && (missing1 = "isDeleted"))) || ((data0.name === undefined) && (missing1 = "name"))) || ((data0.stars === undefined) && (missing1 = "stars"))) || ((data0.phones === undefined) && (missing1 = "phones"))) || ((data0.amenities === undefined) && (missing1 = "amenities"))) || ((data0.photos === undefined) && (missing1 = "photos"))) || ((data0.category === undefined) && (missing1 = "category"))){
validate52.errors = [{instancePath:instancePath+"/hotel",schemaPath:"#/$defs/HotelCard/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data0.id !== undefined){
let data1 = data0.id;
const _errs6 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate52.errors = [{instancePath:instancePath+"/hotel/id",schemaPath:"#/$defs/HotelCard/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.isDeleted !== undefined){
const _errs8 = errors;
if(typeof data0.isDeleted !== "boolean"){
validate52.errors = [{instancePath:instancePath+"/hotel/isDeleted",schemaPath:"#/$defs/HotelCard/properties/isDeleted/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.name !== undefined){
let data3 = data0.name;
const _errs10 = errors;
if(errors === _errs10){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if(((data3.ru === undefined) && (missing2 = "ru")) || ((data3.en === undefined) && (missing2 = "en"))){
validate52.errors = [{instancePath:instancePath+"/hotel/name",schemaPath:"#/$defs/HotelCard/properties/name/required",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data3.ru !== undefined){
const _errs13 = errors;
if(typeof data3.ru !== "string"){
validate52.errors = [{instancePath:instancePath+"/hotel/name/ru",schemaPath:"#/$defs/HotelCard/properties/name/properties/ru/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data3.en !== undefined){
const _errs15 = errors;
if(typeof data3.en !== "string"){
validate52.errors = [{instancePath:instancePath+"/hotel/name/en",schemaPath:"#/$defs/HotelCard/properties/name/properties/en/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/hotel/name",schemaPath:"#/$defs/HotelCard/properties/name/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs10 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.stars !== undefined){
let data6 = data0.stars;
const _errs17 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate52.errors = [{instancePath:instancePath+"/hotel/stars",schemaPath:"#/$defs/HotelCard/properties/stars/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid2 = _errs17 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.phones !== undefined){
let data7 = data0.phones;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data7)){
var valid4 = true;
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
const _errs21 = errors;
if(typeof data7[i0] !== "string"){
validate52.errors = [{instancePath:instancePath+"/hotel/phones/" + i0,schemaPath:"#/$defs/HotelCard/properties/phones/items/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs21 === errors;
if(!valid4){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/hotel/phones",schemaPath:"#/$defs/HotelCard/properties/phones/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs19 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.amenities !== undefined){
const _errs23 = errors;
if(errors === _errs23){
if(!(Array.isArray(data0.amenities))){
validate52.errors = [{instancePath:instancePath+"/hotel/amenities",schemaPath:"#/$defs/HotelCard/properties/amenities/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.photos !== undefined){
const _errs25 = errors;
if(errors === _errs25){
if(!(Array.isArray(data0.photos))){
validate52.errors = [{instancePath:instancePath+"/hotel/photos",schemaPath:"#/$defs/HotelCard/properties/photos/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid2 = _errs25 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.category !== undefined){
let data11 = data0.category;
const _errs27 = errors;
if(errors === _errs27){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing3;
if((data11.id === undefined) && (missing3 = "id")){
validate52.errors = [{instancePath:instancePath+"/hotel/category",schemaPath:"#/$defs/HotelCard/properties/category/required",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data11.id !== undefined){
let data12 = data11.id;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate52.errors = [{instancePath:instancePath+"/hotel/category/id",schemaPath:"#/$defs/HotelCard/properties/category/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/hotel/category",schemaPath:"#/$defs/HotelCard/properties/category/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid2 = _errs27 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/hotel",schemaPath:"#/$defs/HotelCard/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
}
}
else {
validate52.errors = [{instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}
validate52.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate51(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate51.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate52(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
validate51.errors = vErrors;
return errors === 0;
}
validate51.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const AnyAnswer = validate54;
const schema66 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/AnyAnswer","$defs":{"AnyAnswer":{"type":"object","properties":{},"additionalProperties":{},"description":"An object of undocumented form."}}};
const schema67 = {"type":"object","properties":{},"additionalProperties":{},"description":"An object of undocumented form."};

function validate54(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate54.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
validate54.errors = [{instancePath,schemaPath:"#/$defs/AnyAnswer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate54.errors = vErrors;
return errors === 0;
}
validate54.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const ViewBookingRequest = validate55;
const schema68 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/ViewBookingRequest","$defs":{"ViewBookingRequest":{"type":"object","properties":{"details":{"type":"object","properties":{"includePriceDetails":{"type":"boolean"},"includeResidenceDetails":{"type":"boolean"}},"required":["includePriceDetails","includeResidenceDetails"],"additionalProperties":{}}},"required":["details"],"additionalProperties":{},"description":"Which details of a booking to show."}}};
const schema69 = {"type":"object","properties":{"details":{"type":"object","properties":{"includePriceDetails":{"type":"boolean"},"includeResidenceDetails":{"type":"boolean"}},"required":["includePriceDetails","includeResidenceDetails"],"additionalProperties":{}}},"required":["details"],"additionalProperties":{},"description":"Which details of a booking to show."};

function validate55(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate55.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.details === undefined) && (missing0 = "details")){
validate55.errors = [{instancePath,schemaPath:"#/$defs/ViewBookingRequest/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.details !== undefined){
let data0 = data.details;
const _errs3 = errors;
if(errors === _errs3){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if(((data0.includePriceDetails === undefined) && (missing1 = "includePriceDetails")) || ((data0.includeResidenceDetails === undefined) && (missing1 = "includeResidenceDetails"))){
validate55.errors = [{instancePath:instancePath+"/details",schemaPath:"#/$defs/ViewBookingRequest/properties/details/required",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data0.includePriceDetails !== undefined){
const _errs6 = errors;
if(typeof data0.includePriceDetails !== "boolean"){
validate55.errors = [{instancePath:instancePath+"/details/includePriceDetails",schemaPath:"#/$defs/ViewBookingRequest/properties/details/properties/includePriceDetails/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs6 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.includeResidenceDetails !== undefined){
const _errs8 = errors;
if(typeof data0.includeResidenceDetails !== "boolean"){
validate55.errors = [{instancePath:instancePath+"/details/includeResidenceDetails",schemaPath:"#/$defs/ViewBookingRequest/properties/details/properties/includeResidenceDetails/type",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid2 = _errs8 === errors;
}
else {
var valid2 = true;
}
}
}
}
else {
validate55.errors = [{instancePath:instancePath+"/details",schemaPath:"#/$defs/ViewBookingRequest/properties/details/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
}
}
}
else {
validate55.errors = [{instancePath,schemaPath:"#/$defs/ViewBookingRequest/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate55.errors = vErrors;
return errors === 0;
}
validate55.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const BookingView = validate56;
const schema70 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/BookingView","$defs":{"BookingView":{"type":"object","properties":{"bookingId":{"x-form":"id","type":["string","number","boolean","null"]},"checkinTime":{"x-form":"moment","type":["string","number","boolean","null"]},"checkoutTime":{"x-form":"moment","type":["string","number","boolean","null"]},"bookingInfo":{"anyOf":[{"type":"object","properties":{"status":{"x-form":"status","type":["string","number","boolean","null"]}},"additionalProperties":{}},{"type":"null"}]},"supplier":{"anyOf":[{"type":"object","properties":{"subProviderName":{"type":["string","number","boolean","null"]},"invoiceNumber":{"x-form":"id","type":["string","number","boolean","null"]},"comment":{"x-sensitive":"personal"}},"required":["comment"],"additionalProperties":{}},{"type":"null"}]},"hotel":{"anyOf":[{"type":"object","properties":{"room":{"anyOf":[{"type":"object","properties":{"rateName":{"type":["string","number","boolean","null"]},"roomId":{"x-form":"id","type":["string","number","boolean","null"]}},"additionalProperties":{}},{"type":"null"}]}},"additionalProperties":{}},{"type":"null"}]},"prices":{"anyOf":[{"type":"object","properties":{"searchPresetName":{"type":["string","number","boolean","null"]},"pricingPresetName":{"type":["string","number","boolean","null"]}},"additionalProperties":{}},{"type":"null"}]},"upsells":{"anyOf":[{"type":"array","items":{}},{"type":"null"}]}},"additionalProperties":{},"description":"One hotel booking in full."}}};
const schema71 = {"type":"object","properties":{"bookingId":{"x-form":"id","type":["string","number","boolean","null"]},"checkinTime":{"x-form":"moment","type":["string","number","boolean","null"]},"checkoutTime":{"x-form":"moment","type":["string","number","boolean","null"]},"bookingInfo":{"anyOf":[{"type":"object","properties":{"status":{"x-form":"status","type":["string","number","boolean","null"]}},"additionalProperties":{}},{"type":"null"}]},"supplier":{"anyOf":[{"type":"object","properties":{"subProviderName":{"type":["string","number","boolean","null"]},"invoiceNumber":{"x-form":"id","type":["string","number","boolean","null"]},"comment":{"x-sensitive":"personal"}},"required":["comment"],"additionalProperties":{}},{"type":"null"}]},"hotel":{"anyOf":[{"type":"object","properties":{"room":{"anyOf":[{"type":"object","properties":{"rateName":{"type":["string","number","boolean","null"]},"roomId":{"x-form":"id","type":["string","number","boolean","null"]}},"additionalProperties":{}},{"type":"null"}]}},"additionalProperties":{}},{"type":"null"}]},"prices":{"anyOf":[{"type":"object","properties":{"searchPresetName":{"type":["string","number","boolean","null"]},"pricingPresetName":{"type":["string","number","boolean","null"]}},"additionalProperties":{}},{"type":"null"}]},"upsells":{"anyOf":[{"type":"array","items":{}},{"type":"null"}]}},"additionalProperties":{},"description":"One hotel booking in full."};

function validate56(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate56.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bookingId !== undefined){
let data0 = data.bookingId;
const _errs3 = errors;
if((((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))) && (typeof data0 !== "boolean")) && (data0 !== null)){
validate56.errors = [{instancePath:instancePath+"/bookingId",schemaPath:"#/$defs/BookingView/properties/bookingId/type",keyword:"type",params:{type: schema71.properties.bookingId.type},message:"must be string,number,boolean,null"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.checkinTime !== undefined){
let data1 = data.checkinTime;
const _errs5 = errors;
if((((typeof data1 !== "string") && (!((typeof data1 == "number") && (isFinite(data1))))) && (typeof data1 !== "boolean")) && (data1 !== null)){
validate56.errors = [{instancePath:instancePath+"/checkinTime",schemaPath:"#/$defs/BookingView/properties/checkinTime/type",keyword:"type",params:{type: schema71.properties.checkinTime.type},message:"must be string,number,boolean,null"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.checkoutTime !== undefined){
let data2 = data.checkoutTime;
const _errs7 = errors;
if((((typeof data2 !== "string") && (!((typeof data2 == "number") && (isFinite(data2))))) && (typeof data2 !== "boolean")) && (data2 !== null)){
validate56.errors = [{instancePath:instancePath+"/checkoutTime",schemaPath:"#/$defs/BookingView/properties/checkoutTime/type",keyword:"type",params:{type: schema71.properties.checkoutTime.type},message:"must be string,number,boolean,null"}];
return false;
}
var valid1 = _errs7 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.bookingInfo !== undefined){
let data3 = data.bookingInfo;
const _errs9 = errors;
const _errs10 = errors;
let valid2 = false;
const _errs11 = errors;
if(errors === _errs11){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(data3.status !== undefined){
let data4 = data3.status;
if((((typeof data4 !== "string") && (!((typeof data4 == "number") && (isFinite(data4))))) && (typeof data4 !== "boolean")) && (data4 !== null)){
const err0 = {instancePath:instancePath+"/bookingInfo/status",schemaPath:"#/$defs/BookingView/properties/bookingInfo/anyOf/0/properties/status/type",keyword:"type",params:{type: schema71.properties.bookingInfo.anyOf[0].properties.status.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath:instancePath+"/bookingInfo",schemaPath:"#/$defs/BookingView/properties/bookingInfo/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid0 = _errs11 === errors;
valid2 = valid2 || _valid0;
const _errs16 = errors;
if(data3 !== null){
const err2 = {instancePath:instancePath+"/bookingInfo",schemaPath:"#/$defs/BookingView/properties/bookingInfo/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err3 = {instancePath:instancePath+"/bookingInfo",schemaPath:"#/$defs/BookingView/properties/bookingInfo/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate56.errors = vErrors;
return false;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.supplier !== undefined){
let data5 = data.supplier;
const _errs18 = errors;
const _errs19 = errors;
let valid4 = false;
const _errs20 = errors;
if(errors === _errs20){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing0;
if((data5.comment === undefined) && (missing0 = "comment")){
const err4 = {instancePath:instancePath+"/supplier",schemaPath:"#/$defs/BookingView/properties/supplier/anyOf/0/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
if(data5.subProviderName !== undefined){
let data6 = data5.subProviderName;
const _errs23 = errors;
if((((typeof data6 !== "string") && (!((typeof data6 == "number") && (isFinite(data6))))) && (typeof data6 !== "boolean")) && (data6 !== null)){
const err5 = {instancePath:instancePath+"/supplier/subProviderName",schemaPath:"#/$defs/BookingView/properties/supplier/anyOf/0/properties/subProviderName/type",keyword:"type",params:{type: schema71.properties.supplier.anyOf[0].properties.subProviderName.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var valid5 = _errs23 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data5.invoiceNumber !== undefined){
let data7 = data5.invoiceNumber;
const _errs25 = errors;
if((((typeof data7 !== "string") && (!((typeof data7 == "number") && (isFinite(data7))))) && (typeof data7 !== "boolean")) && (data7 !== null)){
const err6 = {instancePath:instancePath+"/supplier/invoiceNumber",schemaPath:"#/$defs/BookingView/properties/supplier/anyOf/0/properties/invoiceNumber/type",keyword:"type",params:{type: schema71.properties.supplier.anyOf[0].properties.invoiceNumber.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var valid5 = _errs25 === errors;
}
else {
var valid5 = true;
}
}
}
}
else {
const err7 = {instancePath:instancePath+"/supplier",schemaPath:"#/$defs/BookingView/properties/supplier/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid1 = _errs20 === errors;
valid4 = valid4 || _valid1;
const _errs27 = errors;
if(data5 !== null){
const err8 = {instancePath:instancePath+"/supplier",schemaPath:"#/$defs/BookingView/properties/supplier/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid1 = _errs27 === errors;
valid4 = valid4 || _valid1;
if(!valid4){
const err9 = {instancePath:instancePath+"/supplier",schemaPath:"#/$defs/BookingView/properties/supplier/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
validate56.errors = vErrors;
return false;
}
else {
errors = _errs19;
if(vErrors !== null){
if(_errs19){
vErrors.length = _errs19;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs18 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.hotel !== undefined){
let data8 = data.hotel;
const _errs29 = errors;
const _errs30 = errors;
let valid6 = false;
const _errs31 = errors;
if(errors === _errs31){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(data8.room !== undefined){
let data9 = data8.room;
const _errs35 = errors;
let valid8 = false;
const _errs36 = errors;
if(errors === _errs36){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.rateName !== undefined){
let data10 = data9.rateName;
const _errs39 = errors;
if((((typeof data10 !== "string") && (!((typeof data10 == "number") && (isFinite(data10))))) && (typeof data10 !== "boolean")) && (data10 !== null)){
const err10 = {instancePath:instancePath+"/hotel/room/rateName",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf/0/properties/room/anyOf/0/properties/rateName/type",keyword:"type",params:{type: schema71.properties.hotel.anyOf[0].properties.room.anyOf[0].properties.rateName.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var valid9 = _errs39 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data9.roomId !== undefined){
let data11 = data9.roomId;
const _errs41 = errors;
if((((typeof data11 !== "string") && (!((typeof data11 == "number") && (isFinite(data11))))) && (typeof data11 !== "boolean")) && (data11 !== null)){
const err11 = {instancePath:instancePath+"/hotel/room/roomId",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf/0/properties/room/anyOf/0/properties/roomId/type",keyword:"type",params:{type: schema71.properties.hotel.anyOf[0].properties.room.anyOf[0].properties.roomId.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var valid9 = _errs41 === errors;
}
else {
var valid9 = true;
}
}
}
else {
const err12 = {instancePath:instancePath+"/hotel/room",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf/0/properties/room/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid3 = _errs36 === errors;
valid8 = valid8 || _valid3;
const _errs43 = errors;
if(data9 !== null){
const err13 = {instancePath:instancePath+"/hotel/room",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf/0/properties/room/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var _valid3 = _errs43 === errors;
valid8 = valid8 || _valid3;
if(!valid8){
const err14 = {instancePath:instancePath+"/hotel/room",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf/0/properties/room/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
else {
errors = _errs35;
if(vErrors !== null){
if(_errs35){
vErrors.length = _errs35;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/hotel",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid2 = _errs31 === errors;
valid6 = valid6 || _valid2;
const _errs45 = errors;
if(data8 !== null){
const err16 = {instancePath:instancePath+"/hotel",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid2 = _errs45 === errors;
valid6 = valid6 || _valid2;
if(!valid6){
const err17 = {instancePath:instancePath+"/hotel",schemaPath:"#/$defs/BookingView/properties/hotel/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
validate56.errors = vErrors;
return false;
}
else {
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs29 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.prices !== undefined){
let data12 = data.prices;
const _errs47 = errors;
const _errs48 = errors;
let valid10 = false;
const _errs49 = errors;
if(errors === _errs49){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.searchPresetName !== undefined){
let data13 = data12.searchPresetName;
const _errs52 = errors;
if((((typeof data13 !== "string") && (!((typeof data13 == "number") && (isFinite(data13))))) && (typeof data13 !== "boolean")) && (data13 !== null)){
const err18 = {instancePath:instancePath+"/prices/searchPresetName",schemaPath:"#/$defs/BookingView/properties/prices/anyOf/0/properties/searchPresetName/type",keyword:"type",params:{type: schema71.properties.prices.anyOf[0].properties.searchPresetName.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid11 = _errs52 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data12.pricingPresetName !== undefined){
let data14 = data12.pricingPresetName;
const _errs54 = errors;
if((((typeof data14 !== "string") && (!((typeof data14 == "number") && (isFinite(data14))))) && (typeof data14 !== "boolean")) && (data14 !== null)){
const err19 = {instancePath:instancePath+"/prices/pricingPresetName",schemaPath:"#/$defs/BookingView/properties/prices/anyOf/0/properties/pricingPresetName/type",keyword:"type",params:{type: schema71.properties.prices.anyOf[0].properties.pricingPresetName.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var valid11 = _errs54 === errors;
}
else {
var valid11 = true;
}
}
}
else {
const err20 = {instancePath:instancePath+"/prices",schemaPath:"#/$defs/BookingView/properties/prices/anyOf/0/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
var _valid4 = _errs49 === errors;
valid10 = valid10 || _valid4;
const _errs56 = errors;
if(data12 !== null){
const err21 = {instancePath:instancePath+"/prices",schemaPath:"#/$defs/BookingView/properties/prices/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
var _valid4 = _errs56 === errors;
valid10 = valid10 || _valid4;
if(!valid10){
const err22 = {instancePath:instancePath+"/prices",schemaPath:"#/$defs/BookingView/properties/prices/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
validate56.errors = vErrors;
return false;
}
else {
errors = _errs48;
if(vErrors !== null){
if(_errs48){
vErrors.length = _errs48;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs47 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.upsells !== undefined){
let data15 = data.upsells;
const _errs58 = errors;
const _errs59 = errors;
let valid12 = false;
const _errs60 = errors;
if(errors === _errs60){
if(!(Array.isArray(data15))){
const err23 = {instancePath:instancePath+"/upsells",schemaPath:"#/$defs/BookingView/properties/upsells/anyOf/0/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
var _valid5 = _errs60 === errors;
valid12 = valid12 || _valid5;
const _errs62 = errors;
if(data15 !== null){
const err24 = {instancePath:instancePath+"/upsells",schemaPath:"#/$defs/BookingView/properties/upsells/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
var _valid5 = _errs62 === errors;
valid12 = valid12 || _valid5;
if(!valid12){
const err25 = {instancePath:instancePath+"/upsells",schemaPath:"#/$defs/BookingView/properties/upsells/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
validate56.errors = vErrors;
return false;
}
else {
errors = _errs59;
if(vErrors !== null){
if(_errs59){
vErrors.length = _errs59;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs58 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
}
}
}
}
else {
validate56.errors = [{instancePath,schemaPath:"#/$defs/BookingView/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate56.errors = vErrors;
return errors === 0;
}
validate56.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const BookingList = validate57;
const schema72 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/BookingList","$defs":{"BookingList":{"type":"object","properties":{"bookings":{"anyOf":[{"type":"array","items":{"type":"object","properties":{"status":{"x-form":"status","type":["string","number","boolean","null"]}},"additionalProperties":{}}},{"type":"null"}]}},"additionalProperties":{},"description":"Hotel bookings of the partner."}}};
const schema73 = {"type":"object","properties":{"bookings":{"anyOf":[{"type":"array","items":{"type":"object","properties":{"status":{"x-form":"status","type":["string","number","boolean","null"]}},"additionalProperties":{}}},{"type":"null"}]}},"additionalProperties":{},"description":"Hotel bookings of the partner."};

function validate57(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate57.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.bookings !== undefined){
let data0 = data.bookings;
const _errs4 = errors;
let valid2 = false;
const _errs5 = errors;
if(errors === _errs5){
if(Array.isArray(data0)){
var valid3 = true;
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
const _errs7 = errors;
if(errors === _errs7){
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if(data1.status !== undefined){
let data2 = data1.status;
if((((typeof data2 !== "string") && (!((typeof data2 == "number") && (isFinite(data2))))) && (typeof data2 !== "boolean")) && (data2 !== null)){
const err0 = {instancePath:instancePath+"/bookings/" + i0+"/status",schemaPath:"#/$defs/BookingList/properties/bookings/anyOf/0/items/properties/status/type",keyword:"type",params:{type: schema73.properties.bookings.anyOf[0].items.properties.status.type},message:"must be string,number,boolean,null"};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
else {
const err1 = {instancePath:instancePath+"/bookings/" + i0,schemaPath:"#/$defs/BookingList/properties/bookings/anyOf/0/items/type",keyword:"type",params:{type: "object"},message:"must be object"};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var valid3 = _errs7 === errors;
if(!valid3){
break;
}
}
}
else {
const err2 = {instancePath:instancePath+"/bookings",schemaPath:"#/$defs/BookingList/properties/bookings/anyOf/0/type",keyword:"type",params:{type: "array"},message:"must be array"};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid0 = _errs5 === errors;
valid2 = valid2 || _valid0;
const _errs12 = errors;
if(data0 !== null){
const err3 = {instancePath:instancePath+"/bookings",schemaPath:"#/$defs/BookingList/properties/bookings/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null"};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs12 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const err4 = {instancePath:instancePath+"/bookings",schemaPath:"#/$defs/BookingList/properties/bookings/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf"};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
validate57.errors = vErrors;
return false;
}
else {
errors = _errs4;
if(vErrors !== null){
if(_errs4){
vErrors.length = _errs4;
}
else {
vErrors = null;
}
}
}
}
}
else {
validate57.errors = [{instancePath,schemaPath:"#/$defs/BookingList/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate57.errors = vErrors;
return errors === 0;
}
validate57.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const VoidRequest = validate58;
const schema74 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/VoidRequest","$defs":{"VoidRequest":{"type":"object","properties":{"bookingId":{"type":"string","format":"uuid","pattern":"^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$"},"ticketNumber":{"type":"string","x-form":"ticket"}},"required":["bookingId","ticketNumber"],"additionalProperties":{},"description":"Which ticket of which booking to void."}}};
const schema75 = {"type":"object","properties":{"bookingId":{"type":"string","format":"uuid","pattern":"^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$"},"ticketNumber":{"type":"string","x-form":"ticket"}},"required":["bookingId","ticketNumber"],"additionalProperties":{},"description":"Which ticket of which booking to void."};
const formats0 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const pattern4 = new RegExp("^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$", "u");

function validate58(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate58.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.bookingId === undefined) && (missing0 = "bookingId")) || ((data.ticketNumber === undefined) && (missing0 = "ticketNumber"))){
validate58.errors = [{instancePath,schemaPath:"#/$defs/VoidRequest/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.bookingId !== undefined){
let data0 = data.bookingId;
const _errs3 = errors;
if(errors === _errs3){
if(errors === _errs3){
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
validate58.errors = [{instancePath:instancePath+"/bookingId",schemaPath:"#/$defs/VoidRequest/properties/bookingId/pattern",keyword:"pattern",params:{pattern: "^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$"},message:"must match pattern \""+"^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$"+"\""}];
return false;
}
else {
if(!(formats0.test(data0))){
validate58.errors = [{instancePath:instancePath+"/bookingId",schemaPath:"#/$defs/VoidRequest/properties/bookingId/format",keyword:"format",params:{format: "uuid"},message:"must match format \""+"uuid"+"\""}];
return false;
}
}
}
else {
validate58.errors = [{instancePath:instancePath+"/bookingId",schemaPath:"#/$defs/VoidRequest/properties/bookingId/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.ticketNumber !== undefined){
const _errs5 = errors;
if(typeof data.ticketNumber !== "string"){
validate58.errors = [{instancePath:instancePath+"/ticketNumber",schemaPath:"#/$defs/VoidRequest/properties/ticketNumber/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate58.errors = [{instancePath,schemaPath:"#/$defs/VoidRequest/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate58.errors = vErrors;
return errors === 0;
}
validate58.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const VoidAnswer = validate59;
const schema76 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/VoidAnswer","$defs":{"VoidAnswer":{"type":"object","properties":{"success":{"type":["string","number","boolean","null"]},"voidedAt":{"x-form":"moment","type":["string","number","boolean","null"]}},"additionalProperties":{},"description":"Nothing at all, or whether and when the ticket was voided."}}};
const schema77 = {"type":"object","properties":{"success":{"type":["string","number","boolean","null"]},"voidedAt":{"x-form":"moment","type":["string","number","boolean","null"]}},"additionalProperties":{},"description":"Nothing at all, or whether and when the ticket was voided."};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate59.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.success !== undefined){
let data0 = data.success;
const _errs3 = errors;
if((((typeof data0 !== "string") && (!((typeof data0 == "number") && (isFinite(data0))))) && (typeof data0 !== "boolean")) && (data0 !== null)){
validate59.errors = [{instancePath:instancePath+"/success",schemaPath:"#/$defs/VoidAnswer/properties/success/type",keyword:"type",params:{type: schema77.properties.success.type},message:"must be string,number,boolean,null"}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data.voidedAt !== undefined){
let data1 = data.voidedAt;
const _errs5 = errors;
if((((typeof data1 !== "string") && (!((typeof data1 == "number") && (isFinite(data1))))) && (typeof data1 !== "boolean")) && (data1 !== null)){
validate59.errors = [{instancePath:instancePath+"/voidedAt",schemaPath:"#/$defs/VoidAnswer/properties/voidedAt/type",keyword:"type",params:{type: schema77.properties.voidedAt.type},message:"must be string,number,boolean,null"}];
return false;
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
else {
validate59.errors = [{instancePath,schemaPath:"#/$defs/VoidAnswer/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate59.errors = vErrors;
return errors === 0;
}
validate59.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

export const CountedBedTypes = validate60;
const schema78 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/CountedBedTypes","$defs":{"CountedBedTypes":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":{}}}}};
const schema79 = {"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":{}}};

function validate60(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate60.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(Array.isArray(data)){
var valid1 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((data0.id === undefined) && (missing0 = "id")){
validate60.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/CountedBedTypes/items/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.id !== undefined){
let data1 = data0.id;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate60.errors = [{instancePath:instancePath+"/" + i0+"/id",schemaPath:"#/$defs/CountedBedTypes/items/properties/id/type",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
}
}
}
else {
validate60.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/CountedBedTypes/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs2 === errors;
if(!valid1){
break;
}
}
}
else {
validate60.errors = [{instancePath,schemaPath:"#/$defs/CountedBedTypes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate60.errors = vErrors;
return errors === 0;
}
validate60.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

export const CodedBedTypes = validate61;
const schema80 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$ref":"#/$defs/CodedBedTypes","$defs":{"CodedBedTypes":{"type":"array","items":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":{}}}}};
const schema81 = {"type":"array","items":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"],"additionalProperties":{}}};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate61.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
if(errors === _errs0){
if(Array.isArray(data)){
var valid1 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs2 = errors;
if(errors === _errs2){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((data0.id === undefined) && (missing0 = "id")){
validate61.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/CodedBedTypes/items/required",keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data0.id !== undefined){
if(typeof data0.id !== "string"){
validate61.errors = [{instancePath:instancePath+"/" + i0+"/id",schemaPath:"#/$defs/CodedBedTypes/items/properties/id/type",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
}
}
else {
validate61.errors = [{instancePath:instancePath+"/" + i0,schemaPath:"#/$defs/CodedBedTypes/items/type",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid1 = _errs2 === errors;
if(!valid1){
break;
}
}
}
else {
validate61.errors = [{instancePath,schemaPath:"#/$defs/CodedBedTypes/type",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate61.errors = vErrors;
return errors === 0;
}
validate61.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

