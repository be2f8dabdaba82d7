# hashlib and hmac: every function, keys, errors
import hashlib
import hmac

def show(text):
    try:
        print(text, "->", repr(eval(text)))
    except Exception as error:
        print(text, "!", type(error).__name__, error)


for line in r"""
hashlib.new('md5',b'x').hexdigest()
hashlib.new('foo')
hashlib.new(5)
hashlib.md5('a')
hashlib.md5(5)
hashlib.sha256().update('a')
hashlib.sha256(b'a',usedforsecurity=False).name
hashlib.blake2b(b'a',digest_size=65)
hashlib.blake2b(b'a',key=b'x'*65)
hashlib.blake2b(b'a',salt=b'x'*17)
hashlib.blake2b(b'a',person=b'x'*17)
hashlib.blake2s(b'a',digest_size=33)
hashlib.blake2b(b'a',fanout=300)
hashlib.blake2b(b'a',depth=0)
hashlib.blake2s(b'a',node_offset=2**48)
hashlib.blake2b(b'a',node_depth=256)
hashlib.blake2b(b'a',inner_size=65)
hashlib.blake2b(b'a',leaf_size=2**32)
hashlib.blake2b.MAX_KEY_SIZE
hashlib.blake2b.SALT_SIZE,hashlib.blake2b.PERSON_SIZE,hashlib.blake2b.MAX_DIGEST_SIZE
hashlib.shake_128(b'a').hexdigest(10)
hashlib.shake_256(b'a').digest(5)
hashlib.shake_128(b'a').digest_size
hashlib.pbkdf2_hmac('sha256',b'a',b'b',0)
hashlib.pbkdf2_hmac('sha256','a',b'b',1)
hashlib.pbkdf2_hmac('sha256',b'a',b'b',1,dklen=0)
hashlib.pbkdf2_hmac('sha256',b'password',b'salt',100).hex()
hashlib.pbkdf2_hmac('sha512',b'password',b'salt',10,dklen=100).hex()
hashlib.pbkdf2_hmac('md5',b'p'*200,b'salt',3).hex()
hashlib.scrypt(b'a',salt=b'b',n=3,r=1,p=1)
hashlib.scrypt(b'password',salt=b'NaCl',n=16,r=8,p=1,dklen=32).hex()
hashlib.scrypt(b'a',salt=b'b',n=1<<30,r=8,p=1)
hashlib.scrypt(b'a',n=2)
hmac.new(b'a')
hmac.new('a',b'',"md5")
hmac.new(b'a',b'','foo')
hmac.new(b'a',b'b','md5').hexdigest(), hmac.new(b'a',b'b','md5').name, hmac.new(b'a',b'b','sha256').block_size
hmac.new(b'k'*200,b'b',hashlib.sha1).hexdigest()
hmac.digest(b'a',b'b','sha1')
hmac.compare_digest('é','a')
hmac.compare_digest('a','a'),hmac.compare_digest(b'a',b'b'),hmac.compare_digest(bytearray(b'a'),b'a')
len(zlib.compress(b'x'*1000000))<2000
hashlib.md5(b'abc').hexdigest(), hashlib.md5().digest_size, hashlib.md5().block_size
hashlib.sha1(b'abc').hexdigest(), hashlib.sha1().digest_size, hashlib.sha1().block_size
hashlib.sha224(b'abc').hexdigest(), hashlib.sha224().digest_size, hashlib.sha224().block_size
hashlib.sha256(b'abc').hexdigest(), hashlib.sha256().digest_size, hashlib.sha256().block_size
hashlib.sha384(b'abc').hexdigest(), hashlib.sha384().digest_size, hashlib.sha384().block_size
hashlib.sha512(b'abc').hexdigest(), hashlib.sha512().digest_size, hashlib.sha512().block_size
hashlib.sha3_224(b'abc').hexdigest(), hashlib.sha3_224().digest_size, hashlib.sha3_224().block_size
hashlib.sha3_256(b'abc').hexdigest(), hashlib.sha3_256().digest_size, hashlib.sha3_256().block_size
hashlib.sha3_384(b'abc').hexdigest(), hashlib.sha3_384().digest_size, hashlib.sha3_384().block_size
hashlib.sha3_512(b'abc').hexdigest(), hashlib.sha3_512().digest_size, hashlib.sha3_512().block_size
hashlib.new('SHA256', b'a').hexdigest()
hashlib.sha1(bytearray(b'x')).hexdigest()
hashlib.sha1(memoryview(b'x')).hexdigest()
hashlib.md5(b'a').hexdigest() == hashlib.md5(string=b'a').hexdigest()
sorted(hashlib.algorithms_guaranteed)
hashlib.algorithms_guaranteed <= hashlib.algorithms_available
""".strip().splitlines():
    show(line)

h = hashlib.sha256(b"abc")
h.update(b"def")
copy = h.copy()
copy.update(b"ghi")
print(h.hexdigest(), copy.hexdigest(), h.name, repr(h)[:24])
for name in sorted(hashlib.algorithms_guaranteed):
    made = hashlib.new(name, b"abc" * 100)
    print(name, made.hexdigest(16) if name.startswith("shake") else made.hexdigest())
tree = dict(fanout=2, depth=2, leaf_size=4096, node_offset=1, node_depth=0, inner_size=64, last_node=True)
print(hashlib.blake2b(b"x", digest_size=16, key=b"k", salt=b"s", person=b"p", **tree).hexdigest())
print(hashlib.blake2s(b"x", digest_size=16, key=b"k", salt=b"s", person=b"p").hexdigest())
mac = hmac.new(b"key", digestmod="sha256")
mac.update(b"a")
other = mac.copy()
other.update(b"b")
print(mac.hexdigest(), other.digest().hex(), mac.digest_size)
