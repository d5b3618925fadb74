/** A phone that makes and takes calls, and plays what the agent says. */
export const PHONE_PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Phone simulator</title>
<style>
:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:40rem;padding:1rem}
fieldset{border:1px solid light-dark(#c9d1db,#3a4856);border-radius:.75rem;padding:.75rem 1rem;margin:1rem 0}
.row{display:flex;gap:.5rem;flex-wrap:wrap;align-items:end}.row>label{display:flex;flex-direction:column;gap:.125rem;font-size:.85em}
input,select,button{font:inherit;padding:.4rem .6rem;min-height:2.4rem;box-sizing:border-box}.grow{flex:1;min-width:8rem}
ol{list-style:none;padding:0;display:flex;flex-direction:column;gap:.5rem;min-height:10rem}
li{max-width:80%;padding:.5rem .75rem;border-radius:.75rem;overflow-wrap:anywhere;background:light-dark(#eef1f5,#22303c)}
li.caller,li.digits{align-self:end;background:light-dark(#d7f0d0,#2b5c3a)}li.twilio{font-size:.85em}
.status{font-weight:600}.keys{display:grid;grid-template-columns:repeat(3,3rem);gap:.25rem;margin-top:.75rem}
</style></head><body><main><h1>Phone simulator</h1>
<p>Import a number, let an agent answer its calls, then call it here. Calls that agents make ring here too.</p>
<fieldset><legend>Call a number</legend><div class="row">
<label>Number <select id="number"></select></label><label>Your number <input id="from" value="+15550107777" size="13"></label>
<button id="dial" type="button">Call</button></div></fieldset>
<fieldset><legend>Call</legend>
<div class="row"><label class="grow">Calls <select id="call"></select></label><button id="accept" type="button">Answer</button><button id="decline" type="button">Decline</button><button id="machine" type="button">Answer as voicemail</button><button id="hangup" type="button">Hang up</button></div>
<p class="status" id="status" aria-live="polite">No calls yet.</p>
<ol id="log" aria-live="polite" aria-label="Call"></ol>
<form id="form" class="row"><label class="grow">Say something <input id="text" autocomplete="off" maxlength="500"></label><button>Say</button></form>
<div class="keys" id="keys" role="group" aria-label="Keypad"></div></fieldset></main>
<script>
const base=location.pathname.replace(/\\/$/,'').replace(/\\/page$/,'')+(location.pathname.endsWith('/page')?'/page':'');
const $=(id)=>document.getElementById(id);let seen='',sound,played=0,playedOf='',nextAt=0;
const say=async(body)=>(await fetch(base+'/say',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)})).json();
const options=(select,items)=>{const chosen=select.value;select.replaceChildren(...items.map(([value,label])=>new Option(label,value,false,value===chosen)))};
const decode=(byte)=>{const b=~byte&255,m=(((b&15)<<3)+132)<<((b>>4)&7);return(b&128?132-m:m-132)/32768};
async function listen(sid){if(!sound||!sid)return;if(playedOf!==sid){playedOf=sid;played=0;nextAt=0}
const {audio}=await say({listen:sid,from:played});const bytes=Uint8Array.from(atob(audio),(c)=>c.charCodeAt(0));if(!bytes.length)return;played+=bytes.length;
const buffer=sound.createBuffer(1,bytes.length,8000),data=buffer.getChannelData(0);bytes.forEach((byte,i)=>{data[i]=decode(byte)});
const source=sound.createBufferSource();source.buffer=buffer;source.connect(sound.destination);nextAt=Math.max(nextAt,sound.currentTime+.05);source.start(nextAt);nextAt+=buffer.duration}
async function draw(){const {numbers,calls}=await (await fetch(base+'/state')).json();
options($('number'),numbers.map((n)=>[n,n]));const now=JSON.stringify(calls)+$('call').value;
if(now!==seen){const before=$('call').options.length;options($('call'),calls.map((c)=>[c.sid,(c.direction==='inbound'?c.from+' calls ':'From ')+(c.direction==='inbound'?c.to:c.from+' to '+c.to)]));
if(calls.length!==before&&calls.length)$('call').value=calls[0].sid;seen=JSON.stringify(calls)+$('call').value;
const c=calls.find((one)=>one.sid===$('call').value);const live=c&&c.isOpen,rings=c&&c.rings;
$('status').textContent=c?c.status+(c.heardMs?' · heard '+(c.heardMs/1000).toFixed(1)+' s':'')+(live&&!c.isHeard?' · without a key for speech to text the agent understands digits alone':''):'No calls yet.';
$('accept').disabled=$('decline').disabled=$('machine').disabled=!rings;$('hangup').disabled=!(live||rings);
$('text').disabled=!live;for(const key of $('keys').children)key.disabled=!live;
$('log').replaceChildren(...(c?c.log:[]).map((m)=>{const li=document.createElement('li');li.className=m.who;li.textContent=m.text;return li}))}
await listen($('call').value)}
const wake=()=>{sound??=new AudioContext();sound.resume()};
$('dial').onclick=async()=>{wake();await say({ring:$('number').value,from:$('from').value.trim()});draw()};
for(const id of ['accept','decline','machine'])$(id).onclick=async()=>{wake();await say({decide:$('call').value,as:{accept:'answer',decline:'busy',machine:'machine'}[id]});draw()};
$('hangup').onclick=async()=>{await say({hangUp:$('call').value});draw()};
$('form').onsubmit=async(e)=>{e.preventDefault();const text=$('text').value.trim();if(!text)return;$('text').value='';await say({sid:$('call').value,text});draw()};
$('keys').replaceChildren(...'123456789*0#'.split('').map((digit)=>{const b=document.createElement('button');b.type='button';b.textContent=digit;b.onclick=async()=>{await say({sid:$('call').value,digit});draw()};return b}));
$('call').onchange=draw;setInterval(()=>draw().catch(()=>{}),400);draw();
</script></body></html>`
